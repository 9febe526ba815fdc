/** Every line that Headgate logs, with its number. */
@NullMarked
package io.headgate.internal.log;

import org.jspecify.annotations.NullMarked;
