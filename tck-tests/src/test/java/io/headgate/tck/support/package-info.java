/** What the tests need: a client that shows what came over the wire, aligned windows, deployments, and servers as processes. */
package io.headgate.tck.support;
