/** An application that uses MicroProfile Fault Tolerance. */
package io.headgate.tck.tolerant;
