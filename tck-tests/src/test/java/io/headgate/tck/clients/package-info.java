/** An application that calls another service. */
package io.headgate.tck.clients;
