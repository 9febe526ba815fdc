/** An application that counts in fixed windows. */
package io.headgate.tck.turnstile;
