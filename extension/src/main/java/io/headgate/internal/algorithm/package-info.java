/** The algorithms as pure functions of state, numbers, cost and time. Nothing here reads a clock or a configuration. */
@NullMarked
package io.headgate.internal.algorithm;

import org.jspecify.annotations.NullMarked;
