/** Two {@code Application} classes in one WAR, each of which lists its resources and nothing else. */
package io.headgate.tck.applications;
