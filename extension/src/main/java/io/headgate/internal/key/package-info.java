/** Key expressions and the kinds of subject they can name. */
@NullMarked
package io.headgate.internal.key;

import org.jspecify.annotations.NullMarked;
