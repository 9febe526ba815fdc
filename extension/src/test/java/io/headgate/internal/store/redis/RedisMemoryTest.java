package io.headgate.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.testing.RedisServer;
import io.headgate.testing.Resp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a subject costs. */
class RedisMemoryTest {

    private static final int SUBJECTS = 100_000;
    private static final int PER_TRIP = 100;

    /** By Redis's clock nothing may end while the subjects are counted. */
    private static final Duration LONG = Duration.ofDays(100);

    @ParameterizedTest
    @CsvSource({"SLIDING_WINDOW, 200", "FIXED_WINDOW, 200", "SLIDING_LOG, 300", "TOKEN_BUCKET, 220", "LEAKY_BUCKET, 220"
    })
    void aSubjectTakesFewBytes(Algorithm algorithm, long most) {
        RedisServer server = RedisServer.shared();
        server.clear();
        Resp resp = server.resp();
        RedisStore store = RedisKit.store(RedisKit.client(server));
        Limit limit = Limit.of(100, LONG, algorithm);
        long before = used(resp);

        for (int trip = 0; trip < SUBJECTS / PER_TRIP; trip++) {
            int first = trip * PER_TRIP;
            List<PermitRequest> requests = IntStream.range(first, first + PER_TRIP)
                    .mapToObj(subject -> LimitKey.of("ninechars", List.of("ip", String.valueOf(subject))))
                    .map(key -> new PermitRequest(key, limit, 1, false))
                    .toList();
            store.tryAcquire(Acquisition.of(requests))
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }

        assertThat(resp.number("DBSIZE")).isEqualTo(SUBJECTS);
        long each = (used(resp) - before) / SUBJECTS;
        System.out.println(algorithm + ": " + each + " bytes of Redis for each of " + SUBJECTS + " subjects");
        assertThat(each).isLessThanOrEqualTo(most);
        server.clear();
    }

    private static long used(Resp resp) {
        return resp.text("INFO", "memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length())))
                .sum();
    }
}
