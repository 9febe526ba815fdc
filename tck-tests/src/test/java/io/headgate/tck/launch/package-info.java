/**
 * An Arquillian container for servers without an adapter: each deployment is a process of its own, started as the server's
 * {@code server.properties} says. A profile that uses it registers {@link ProcessContainerExtension} in a service file.
 */
package io.headgate.tck.launch;
