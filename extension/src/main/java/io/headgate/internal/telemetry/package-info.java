/** Listeners that turn decisions into metrics. */
@NullMarked
package io.headgate.internal.telemetry;

import org.jspecify.annotations.NullMarked;
