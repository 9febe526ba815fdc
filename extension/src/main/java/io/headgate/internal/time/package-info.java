/** The one source of time and the one background thread. */
@NullMarked
package io.headgate.internal.time;

import org.jspecify.annotations.NullMarked;
