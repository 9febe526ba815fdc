/** An application that uses another Redisson beside Headgate. */
package io.headgate.tck.beside;
