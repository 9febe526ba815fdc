/** What is added to the example to run it with a wrong clock. */
package io.headgate.tck.clock;
