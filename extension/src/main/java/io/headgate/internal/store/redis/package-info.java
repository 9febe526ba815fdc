/** The store that lives in Redis or Valkey, reached through Redisson: one script, one round trip, the server's clock. */
@NullMarked
package io.headgate.internal.store.redis;

import org.jspecify.annotations.NullMarked;
