/** An application whose Redis comes and goes. */
package io.headgate.tck.torture;
