/** An application of Quarkus that lists its resources. */
package io.headgate.tck.quarkus.listed;
