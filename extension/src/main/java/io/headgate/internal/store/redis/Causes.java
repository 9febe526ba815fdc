package io.headgate.internal.store.redis;

import io.headgate.spi.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;

/** Says why there is no connection. Redisson wraps what Redis or the network said, sometimes several times. */
final class Causes {

    private static final int DEPTH = 20;

    private Causes() {}

    /** In an operator's words, with the place and what the network said. */
    static StoreUnavailableException of(String place, Throwable failure, Duration deadline) {
        List<Throwable> chain = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(DEPTH)
                .toList();
        Throwable telling = telling(chain);
        String words = telling instanceof StoreUnavailableException
                ? telling.getMessage()
                : Failures.of(telling, deadline).getMessage();
        String network = last(chain, IOException.class)
                .map(cause -> ": " + cause.getMessage())
                .orElse("");
        return new StoreUnavailableException(words + " (" + place + network + ")", failure);
    }

    /** What Redis said, else that there is no connection, else whatever it is. */
    private static Throwable telling(List<Throwable> chain) {
        return chain.stream()
                .filter(cause -> cause instanceof StoreUnavailableException
                        || (cause instanceof RedisException && !(cause instanceof RedisConnectionException)))
                .findFirst()
                .or(() -> last(chain, RedisException.class))
                .orElse(chain.get(0));
    }

    private static Optional<Throwable> last(List<Throwable> chain, Class<? extends Throwable> type) {
        return chain.stream().filter(type::isInstance).reduce((one, next) -> next);
    }
}
