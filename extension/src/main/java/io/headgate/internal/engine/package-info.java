/** One request: policies and keys to subjects, one question to the store, one verdict. */
@NullMarked
package io.headgate.internal.engine;

import org.jspecify.annotations.NullMarked;
