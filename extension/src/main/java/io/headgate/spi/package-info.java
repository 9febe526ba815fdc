/** What a new store or a new observer of decisions implements. */
@NullMarked
package io.headgate.spi;

import org.jspecify.annotations.NullMarked;
