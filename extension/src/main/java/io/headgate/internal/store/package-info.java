/** What every store has around it, and where Redis is. */
@NullMarked
package io.headgate.internal.store;

import org.jspecify.annotations.NullMarked;
