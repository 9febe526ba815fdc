/**
 * What Headgate promises, asked over HTTP and inside a deployment, the same on every server. A method that starts with a
 * letter and two digits is the test of that case of {@code docs/internals/cases.md}.
 */
package io.headgate.tck;
