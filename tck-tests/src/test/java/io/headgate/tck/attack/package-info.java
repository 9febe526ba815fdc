/** Requests that nobody sends who means well. */
package io.headgate.tck.attack;
