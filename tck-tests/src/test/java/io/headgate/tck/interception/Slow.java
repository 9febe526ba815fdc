package io.headgate.tck.interception;

import io.headgate.RateLimit;
import jakarta.inject.Qualifier;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stands for a limit, as its author thinks: but it is no stereotype. */
@Qualifier
@RateLimit(limit = 1)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Slow {}
