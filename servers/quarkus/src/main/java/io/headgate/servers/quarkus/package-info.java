/** Builds the applications of the tests for Quarkus. */
package io.headgate.servers.quarkus;
