/** The composition root: the extensions, the interceptor, the producers and the life cycle. */
@NullMarked
package io.headgate.internal.cdi;

import org.jspecify.annotations.NullMarked;
