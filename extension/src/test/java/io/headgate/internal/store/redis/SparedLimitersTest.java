package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.store.Breaker;
import io.headgate.spi.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Only what a server answered says that it answers. */
class SparedLimitersTest {

    private static final int FAILURES_THAT_OPEN = 5;

    private final StoreUnavailableException down = new StoreUnavailableException("down", null);
    private int asked;

    private final Breakers breakers =
            Breakers.of(() -> new Breaker((time, probe) -> {}, why -> {}), question -> {}, question -> {});

    private final Limiters spared = new SparedLimiters(
            new Limiters() {
                @Override
                public CompletionStage<Answer> take(Item item, long startMicros) {
                    return look(item, item.cost(), startMicros);
                }

                @Override
                public CompletionStage<Answer> look(Item item, long cost, long startMicros) {
                    asked++;
                    return item.limit().permits() == 0
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(down);
                }

                @Override
                public CompletionStage<Void> giveBack(Item item) {
                    return CompletableFuture.completedFuture(null);
                }
            },
            breakers,
            key -> CompletableFuture.failedFuture(down),
            "ratelimit");

    private static Item item(long permits) {
        Limit limit = Limit.of(permits, Duration.ofMinutes(1), Algorithm.REDISSON);
        return new Item(LimitKey.of("p", List.of("ip", "192.0.2.1")), limit, false, 1, Item.NEVER_CHARGED, true);
    }

    @Test
    void whatIsAnsweredWithoutAServerSaysNothingAboutIt() {
        for (int i = 0; i < FAILURES_THAT_OPEN; i++) {
            assertThat(spared.take(item(5), 0)).isCompletedExceptionally();
            assertThat(spared.take(item(0), 0)).isCompleted();
            assertThat(spared.look(item(0), 1, 0)).isCompleted();
            assertThat(spared.giveBack(item(5))).isCompleted();
        }
        int before = asked;

        assertThat(spared.take(item(5), 0)).isCompletedExceptionally();
        assertThat(asked).as("the server is spared").isEqualTo(before);
    }
}
