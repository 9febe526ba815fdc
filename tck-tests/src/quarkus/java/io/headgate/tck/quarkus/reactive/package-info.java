/** An application of Quarkus that never blocks, with counters in Redis and a client of its own. */
package io.headgate.tck.quarkus.reactive;
