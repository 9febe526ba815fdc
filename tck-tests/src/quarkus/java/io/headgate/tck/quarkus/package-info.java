/** What only Quarkus can do. */
package io.headgate.tck.quarkus;
