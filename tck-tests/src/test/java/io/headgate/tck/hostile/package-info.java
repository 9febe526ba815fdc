/** An application that counts callers by all that they can write into their requests. */
package io.headgate.tck.hostile;
