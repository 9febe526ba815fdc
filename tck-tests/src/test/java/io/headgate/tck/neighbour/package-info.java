/** An application without Headgate, beside which others come and go. */
package io.headgate.tck.neighbour;
