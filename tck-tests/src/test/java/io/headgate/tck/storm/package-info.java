/** What happens to a Redis, who asks meanwhile, and what must hold of the answers. */
package io.headgate.tck.storm;
