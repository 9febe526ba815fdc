/** An application of enterprise beans, transactions, timers and managed threads. */
package io.headgate.tck.enterprise;
