package io.headgate.internal.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.Decision;
import io.headgate.Decision.Outcome;
import io.headgate.Limit;
import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.spi.PermitRequest;
import io.headgate.spi.RateLimitStore;
import io.headgate.spi.StoreKit;
import io.headgate.testing.ManualTime;
import io.headgate.testing.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that is full. */
@Timeout(60)
class SubjectsTest extends StoreKit {

    private static final Limit TWO = limit(Algorithm.SLIDING_WINDOW, 2, 60);
    private static final Limit TWO_FOR_LONG = limit(Algorithm.SLIDING_WINDOW, 2, 3600);

    @Override
    protected RateLimitStore open(ManualTime time) {
        return new LocalStore(time, 4);
    }

    @Test
    void whoseStateIsNoneGoesFirst() {
        use("a", TWO_FOR_LONG);
        use("b", TWO_FOR_LONG);
        use("expired", TWO);
        use("d", TWO_FOR_LONG);
        time.advance(Duration.ofMinutes(2));

        use("new", TWO_FOR_LONG);

        assertThat(remembered("a", "b", "d", "new")).containsOnly(true);
        assertThat(size()).isEqualTo(4);
    }

    @Test
    void thenTheLeastRecentlyUsedGoes() {
        for (String subject : List.of("a", "b", "c", "d")) {
            use(subject, limit(Algorithm.SLIDING_WINDOW, 9, 3600));
        }
        use("a", limit(Algorithm.SLIDING_WINDOW, 9, 3600));
        use("e", limit(Algorithm.SLIDING_WINDOW, 9, 3600));
        use("f", limit(Algorithm.SLIDING_WINDOW, 9, 3600));

        assertThat(remembered("a", "d", "e", "f")).containsOnly(true);
        assertThat(remembered("b", "c")).containsOnly(false);
        assertThat(size()).isEqualTo(4);
    }

    @Test
    void anExhaustedSubjectStaysHoweverManyOthersCome() {
        exhaust("exhausted");
        for (int i = 0; i < 100; i++) {
            use("other " + i, TWO_FOR_LONG);
        }

        assertThat(use("exhausted", TWO_FOR_LONG).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(size()).isEqualTo(4);
    }

    @Test
    void ifAllAreExhaustedNewSubjectsOfAPolicyShareItsPermits() {
        fillWithExhausted();

        assertThat(use("e", TWO_FOR_LONG).remaining()).isEqualTo(1);
        assertThat(use("f", TWO_FOR_LONG).remaining()).isZero();
        assertThat(use("g", TWO_FOR_LONG).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(peek(request("policy", "h", TWO_FOR_LONG, 1)).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(acquire(request("another policy", "e", TWO_FOR_LONG, 1)).remaining())
                .isEqualTo(1);
        assertThat(List.of("a", "b", "c", "d"))
                .allMatch(subject -> !use(subject, TWO_FOR_LONG).allowed());
        assertThat(size()).isEqualTo(4);
    }

    @Test
    void whoSharedStartsWithWhatWasSharedWhenThereIsRoomAgain() {
        fillWithExhausted();
        use("e", TWO_FOR_LONG);
        reset(request("policy", "a", TWO_FOR_LONG, 1));

        assertThat(use("e", TWO_FOR_LONG).remaining()).isZero();
        assertThat(use("e", TWO_FOR_LONG).outcome()).isEqualTo(Outcome.DENIED);
        assertThat(remembered("e")).containsExactly(true);
    }

    @Test
    void whatWasSharedIsForgottenWhenItNoLongerCounts() {
        fillWithExhausted();
        use("e", TWO_FOR_LONG);
        time.advance(Duration.ofHours(2));

        ((LocalStore) store).sweep();

        assertThat(size()).isZero();
        assertThat(use("e", TWO_FOR_LONG).remaining()).isEqualTo(1);
        assertThat(use("f", TWO_FOR_LONG).remaining()).isEqualTo(1);
    }

    @Test
    void aReceiptOfWhatIsSharedGivesItBack() {
        fillWithExhausted();
        Decision shared = use("e", TWO_FOR_LONG);
        use("f", TWO_FOR_LONG);

        refund(shared);

        assertThat(use("g", TWO_FOR_LONG).allowed()).isTrue();
        assertThat(use("g", TWO_FOR_LONG).allowed()).isFalse();
    }

    @Test
    void severalSubjectsThatShareAreChargedTogetherOrNotAtAll() {
        fillWithExhausted();
        PermitRequest e = request("policy", "e", TWO_FOR_LONG, 1);
        PermitRequest f = request("policy", "f", TWO_FOR_LONG, 1);
        PermitRequest g = request("policy", "g", TWO_FOR_LONG, 1);

        assertThat(acquireAll(e, f, g)).anyMatch(Decision::denies);
        assertThat(acquireAll(e, f)).noneMatch(Decision::denies);
        assertThat(acquire(g).allowed()).isFalse();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneEntryServesAcquisitionsOfSeveralPolicies() {
        LocalStore tiny = new LocalStore(time, 1);
        store = tiny;
        for (int i = 0; i < 50; i++) {
            String subject = "subject " + i % 7;
            List<PermitRequest> policies = new ArrayList<>(List.of(
                    request("a", subject, limit(Algorithm.SLIDING_WINDOW, 1_000, 60), 1),
                    request("b", subject, limit(Algorithm.FIXED_WINDOW, 1_000, 60), 1),
                    request("c", subject, limit(Algorithm.SLIDING_WINDOW, 1_000, 60), 1)));
            Collections.rotate(policies, i);
            assertThat(acquireAll(policies.toArray(PermitRequest[]::new))).allMatch(Decision::allowed);
            time.advanceMicros(1_000);
        }
        assertThat(tiny.size()).isEqualTo(1);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void twoPoliciesThatWereSharedDoNotEvictEachOtherForever() {
        store = new LocalStore(time, 1);
        PermitRequest a = request("a", "new", TWO_FOR_LONG, 1);
        PermitRequest b = request("b", "new", TWO_FOR_LONG, 1);
        exhaust("in the way");
        acquireAll(a, b);
        reset(request("policy", "in the way", TWO_FOR_LONG, 1));
        time.advanceMicros(1_000);

        assertThat(acquireAll(a, b)).allMatch(Decision::allowed);
        assertThat(acquireAll(a, b)).noneMatch(Decision::allowed);
    }

    @Test
    void aBatchTakesTheLeastRecentlyUsedOfAll() {
        Limit limit = limit(Algorithm.SLIDING_WINDOW, 9, 3600);
        LocalStore larger = new LocalStore(time, 64);
        store = larger;
        List<String> subjects =
                new ArrayList<>(IntStream.range(0, 62).mapToObj(i -> "s" + i).toList());
        subjects.forEach(subject -> use(subject, limit));
        Collections.shuffle(subjects, Seed.random("least recently used"));
        subjects.forEach(subject -> use(subject, limit));

        use("new", limit);

        assertThat(remembered(subjects.subList(0, 4).toArray(String[]::new))).containsOnly(false);
        assertThat(remembered(subjects.subList(4, 62).toArray(String[]::new))).containsOnly(true);
        assertThat(larger.size()).isEqualTo(59);
    }

    @Test
    void aSharedEntryDisappearsWhenItsStateIsNone() {
        Subjects subjects = new Subjects(time, 1);
        Arithmetic arithmetic = Algorithms.of(TWO);
        LimitKey other = LimitKey.of("policy", List.of("other"));
        subjects.findOrAdd(LimitKey.of("policy", List.of("one")), arithmetic, true);
        Entry shared = subjects.findOrAdd(other, arithmetic, true);
        shared.replace(null, arithmetic.take(null, 1, time.micros()).next());
        assertThat(shared.isShared()).isTrue();

        subjects.sweep();
        assertThat(subjects.initial(other)).isNotNull();
        time.advance(Duration.ofMinutes(2));
        subjects.sweep();
        assertThat(subjects.initial(other)).isNull();
        assertThat(subjects.size()).isZero();
    }

    /** Entries are looked at one by one to make room, and each look reads the clock. */
    @Test
    void makingRoomCostsAFewLooksForEachNewSubject() {
        AtomicLong looks = new AtomicLong();
        LocalStore large = new LocalStore(
                () -> {
                    looks.incrementAndGet();
                    time.advanceMicros(1);
                    return time.micros();
                },
                3_200);
        store = large;
        for (int i = 0; i < 3_200; i++) {
            use("exhausted or not " + i, limit(Algorithm.SLIDING_WINDOW, 1 + i % 2, 86_400));
        }
        looks.set(0);

        for (int i = 0; i < 10_000; i++) {
            use("new " + i, limit(Algorithm.SLIDING_WINDOW, 2, 86_400));
        }
        assertThat(looks.get() / 10_000).isLessThan(25);
        assertThat(large.size()).isLessThanOrEqualTo(3_200);

        looks.set(0);
        for (int i = 0; i < 10_000; i++) {
            use("exhausted " + i, limit(Algorithm.SLIDING_WINDOW, 1, 86_400));
        }
        assertThat(looks.get() / 10_000).isLessThan(25);
        assertThat(large.size()).isEqualTo(3_200);
    }

    private void fillWithExhausted() {
        for (String subject : List.of("a", "b", "c", "d")) {
            exhaust(subject);
        }
    }

    private void exhaust(String subject) {
        use(subject, TWO_FOR_LONG);
        use(subject, TWO_FOR_LONG);
    }

    private Decision use(String subject, Limit limit) {
        time.advanceMicros(1_000);
        return acquire(request("policy", subject, limit, 1));
    }

    private List<Boolean> remembered(String... subjects) {
        return List.of(subjects).stream()
                .map(subject -> peek(request("policy", subject, limit(Algorithm.SLIDING_WINDOW, 9, 3600), 1))
                                .remaining()
                        < 9)
                .toList();
    }

    private long size() {
        return ((LocalStore) store).size();
    }
}
