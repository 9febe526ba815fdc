/** An application that declares more than it must: Headgate's interceptor, and a source of configuration of its own. */
package io.headgate.tck.declared;
