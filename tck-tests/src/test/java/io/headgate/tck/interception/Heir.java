package io.headgate.tck.interception;

import jakarta.enterprise.context.ApplicationScoped;

/** Inherits the method and the limit. */
@ApplicationScoped
public class Heir extends LimitedBase {}
