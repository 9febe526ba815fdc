/** An application in which CDI looks for no beans. */
package io.headgate.tck.undiscovered;
