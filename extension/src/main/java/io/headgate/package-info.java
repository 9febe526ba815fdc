/** Distributed rate limiting for Jakarta EE and MicroProfile applications: the annotation, and what applications
 * and resolvers see of a call and of its decision. */
@NullMarked
package io.headgate;

import org.jspecify.annotations.NullMarked;
