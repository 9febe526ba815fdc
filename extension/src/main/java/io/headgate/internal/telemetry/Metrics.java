package io.headgate.internal.telemetry;

import io.headgate.spi.DecisionListener;
import io.headgate.spi.StoreListener;

/** What counts in a server's metrics. */
public interface Metrics extends DecisionListener, StoreListener {}
