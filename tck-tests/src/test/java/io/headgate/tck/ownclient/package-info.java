/** An application with a Redisson client of its own, which Headgate uses too. */
package io.headgate.tck.ownclient;
