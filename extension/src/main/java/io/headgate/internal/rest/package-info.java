/** The edge to Jakarta REST: filters, headers, the answer to a denied request. */
@NullMarked
package io.headgate.internal.rest;

import org.jspecify.annotations.NullMarked;
