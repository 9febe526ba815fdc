package io.headgate.spi;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.testing.ManualTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A store, its clock, and short words for what is asked of it. */
public abstract class StoreKit {

    /** The clock of the store; starts where every window up to a day begins. */
    protected final ManualTime time = new ManualTime();

    /** The store under test. */
    protected RateLimitStore store;

    /** An empty store that decides by the given time. */
    protected abstract RateLimitStore open(ManualTime time) throws Exception;

    /** The algorithms that the store applies. */
    protected static Stream<Algorithm> algorithms() {
        return Algorithms.supported().stream();
    }

    @BeforeEach
    void openStore() throws Exception {
        store = open(time);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    /** Whether a changed limit sees how much was left under the old one, and not how much was used. */
    protected static boolean keepsWhatIsLeft(Algorithm algorithm) {
        return algorithm == Algorithm.TOKEN_BUCKET;
    }

    /** One permit of a policy for the subject that most tests use. */
    protected static PermitRequest one(String policy, Limit limit) {
        return request(policy, "192.0.2.1", limit, 1);
    }

    /** Permits of a policy for a subject. */
    protected static PermitRequest request(String policy, String subject, Limit limit, long cost) {
        return new PermitRequest(LimitKey.of(policy, List.of("ip", subject)), limit, cost, false);
    }

    /** The same, of a policy that stops nobody. */
    protected static PermitRequest shadow(PermitRequest request) {
        return new PermitRequest(request.key(), request.limit(), request.cost(), true);
    }

    /** The same at another cost. */
    protected static PermitRequest at(long cost, PermitRequest request) {
        return new PermitRequest(request.key(), request.limit(), cost, request.shadow());
    }

    /** The algorithms that pass a cost only where as many permits are left. A leaky bucket looks at the turn alone. */
    protected static Stream<Algorithm> algorithmsThatWeighCosts() {
        return algorithms().filter(algorithm -> algorithm != Algorithm.LEAKY_BUCKET);
    }

    /** A limit per seconds. */
    protected static Limit limit(Algorithm algorithm, long permits, long seconds) {
        return limit(algorithm, permits, Duration.ofSeconds(seconds));
    }

    /** A limit per window; as many permits as it says can be had at once, of a leaky bucket up to one more. */
    protected static Limit limit(Algorithm algorithm, long permits, Duration window) {
        if (algorithm != Algorithm.LEAKY_BUCKET) {
            return Limit.of(permits, window, algorithm);
        }
        long slots = Math.max(1, permits);
        Duration untilTheLast = Duration.ofMillis(window.toMillis() - window.toMillis() / slots);
        return Limit.of(permits, window, algorithm, Optional.empty(), Optional.of(untilTheLast));
    }

    /** The answer to one request. */
    protected final Decision acquire(PermitRequest request) {
        return answer(store.tryAcquire(Acquisition.of(request))).get(0);
    }

    /** The answers to several. */
    protected final List<Decision> acquireAll(PermitRequest... requests) {
        return answer(store.tryAcquire(Acquisition.of(List.of(requests))));
    }

    /** The answer to one look. */
    protected final Decision peek(PermitRequest request) {
        return answer(store.peek(Acquisition.of(request))).get(0);
    }

    /** The answers to several. */
    protected final List<Decision> peekAll(PermitRequest... requests) {
        return answer(store.peek(Acquisition.of(List.of(requests))));
    }

    /** Gives back what decisions charged. */
    protected final void refund(Decision... decisions) {
        answer(store.refund(Arrays.stream(decisions)
                .map(decision -> decision.receipt().orElseThrow())
                .toList()));
    }

    /** Forgets a subject. */
    protected final void reset(PermitRequest request) {
        answer(store.reset(request.key()));
    }

    /** What a store says within ten seconds. */
    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
