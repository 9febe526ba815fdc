/** An application with two users, known by Basic authentication. */
package io.headgate.tck.users;
