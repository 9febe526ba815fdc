/** The store that lives in the process: bounded, expiring, exact under threads. */
@NullMarked
package io.headgate.internal.store.local;

import org.jspecify.annotations.NullMarked;
