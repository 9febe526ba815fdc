/** An application that answers later, with counters in Redis. */
package io.headgate.tck.late;
