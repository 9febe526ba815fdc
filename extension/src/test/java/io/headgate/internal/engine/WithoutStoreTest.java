package io.headgate.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.OnStoreFailure;
import io.headgate.internal.store.PartlyUnavailableException;
import io.headgate.internal.store.local.LocalStore;
import io.headgate.spi.Acquisition;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.StoreUnavailableException;
import io.headgate.testing.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Each policy's own rule, alone and beside others, where all of the store fails or a part of it. */
class WithoutStoreTest {

    private static final Limit ONE = Limit.of(1, Duration.ofMinutes(1), Algorithm.FIXED_WINDOW);
    private static final OnStoreFailure LOCAL = OnStoreFailure.LOCAL;
    private static final OnStoreFailure ALLOW = OnStoreFailure.ALLOW;
    private static final OnStoreFailure DENY = OnStoreFailure.DENY;

    private final StoreUnavailableException down = new StoreUnavailableException("down", null);
    private final ManualTime time = new ManualTime();
    private final LocalStore there = new LocalStore(time, 100);
    private final LocalStore here = new LocalStore(time, 100);
    private final WithoutStore withoutStore =
            new WithoutStore(new Backend(there, there, here), new Listeners(List.of(), List.of(), time));

    private static PermitRequest request(String policy, boolean shadow) {
        return new PermitRequest(LimitKey.of(policy, List.of("ip", "192.0.2.1")), ONE, 1, shadow);
    }

    private Optional<List<Decision>> decide(Throwable failure, List<PermitRequest> requests, OnStoreFailure... rules) {
        return withoutStore
                .decide(Acquisition.of(requests), List.of(rules), failure)
                .toCompletableFuture()
                .join();
    }

    private static List<String> policies(Optional<List<Decision>> decisions) {
        return decisions.orElseThrow().stream().map(Decision::policy).toList();
    }

    /** What some servers of the store answered to these requests; those that are empty are at servers that did not. */
    private PartlyUnavailableException partly(List<Optional<PermitRequest>> answered) {
        List<PermitRequest> asked = new ArrayList<>();
        answered.forEach(request -> request.ifPresent(asked::add));
        List<Decision> decisions =
                there.tryAcquire(Acquisition.of(asked)).toCompletableFuture().join();
        List<Optional<Decision>> all = new ArrayList<>();
        int next = 0;
        for (Optional<PermitRequest> request : answered) {
            all.add(request.isPresent() ? Optional.of(decisions.get(next++)) : Optional.empty());
        }
        return new PartlyUnavailableException(down, all);
    }

    private boolean hasPermits(LocalStore store, PermitRequest request) {
        return store.peek(Acquisition.of(request))
                .toCompletableFuture()
                .join()
                .get(0)
                .allowed();
    }

    @Test
    void thisProcessCountsAlone() {
        List<PermitRequest> requests = List.of(request("a", false));
        assertThat(decide(down, requests, LOCAL).orElseThrow().get(0).allowed()).isTrue();
        assertThat(decide(new CompletionException(down), requests, LOCAL)
                        .orElseThrow()
                        .get(0)
                        .denies())
                .isTrue();
    }

    @Test
    void whatIsAllowedHasNoDecisionAndWhatRefusesRefusesTheCall() {
        assertThat(decide(down, List.of(request("a", false)), ALLOW)).contains(List.of());
        assertThat(decide(down, List.of(request("a", false)), DENY)).isEmpty();
        assertThat(decide(down, List.of(request("a", true)), DENY))
                .as("a shadow")
                .contains(List.of());
    }

    @Test
    void rulesGoTogether() {
        List<PermitRequest> requests = List.of(request("a", false), request("b", false), request("c", true));
        assertThat(policies(decide(down, requests, ALLOW, LOCAL, LOCAL))).containsExactly("b", "c");
        assertThat(decide(down, requests, LOCAL, DENY, LOCAL)).isEmpty();
        assertThat(hasPermits(here, request("a", false)))
                .as("charged for nothing")
                .isTrue();
    }

    @Test
    void oneOfThoseWhoCountHereDeniesForAll() {
        decide(down, List.of(request("a", false)), LOCAL);
        List<PermitRequest> requests = List.of(request("b", false), request("a", false));
        assertThat(decide(down, requests, LOCAL, LOCAL).orElseThrow())
                .extracting(Decision::denies)
                .containsExactly(false, true);
        assertThat(hasPermits(here, request("b", false))).isTrue();
    }

    @Test
    void whatPartOfTheStoreSaidCounts() {
        PermitRequest a = request("a", false);
        PermitRequest b = request("b", false);
        PermitRequest c = request("c", false);
        PartlyUnavailableException first = partly(List.of(Optional.of(a), Optional.empty(), Optional.of(c)));
        assertThat(policies(decide(new CompletionException(first), List.of(a, b, c), LOCAL, LOCAL, DENY)))
                .containsExactly("a", "b", "c");
        assertThat(hasPermits(there, a)).as("charged there").isFalse();
        assertThat(hasPermits(here, a)).as("not charged here").isTrue();
        assertThat(hasPermits(here, b)).as("charged here").isFalse();

        PartlyUnavailableException second = partly(List.of(Optional.of(a), Optional.empty()));
        PermitRequest d = request("d", false);
        assertThat(decide(second, List.of(a, d), LOCAL, DENY).orElseThrow())
                .as("denied, whatever the other one would say")
                .extracting(Decision::denies)
                .containsExactly(true);
    }

    @Test
    void whatPartOfTheStoreChargedGoesBackWhereTheCallIsRefused() {
        PermitRequest a = request("a", false);
        PermitRequest b = request("b", false);
        assertThat(decide(partly(List.of(Optional.of(a), Optional.empty())), List.of(a, b), LOCAL, DENY))
                .isEmpty();
        assertThat(hasPermits(there, a)).isTrue();

        decide(down, List.of(b), LOCAL);
        Optional<List<Decision>> denied =
                decide(partly(List.of(Optional.of(a), Optional.empty())), List.of(a, b), LOCAL, LOCAL);
        assertThat(denied.orElseThrow()).extracting(Decision::denies).containsExactly(false, true);
        assertThat(hasPermits(there, a)).isTrue();
    }
}
