package io.headgate.internal.algorithm;

import io.headgate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the arithmetic of a limit says to each request of some traffic. */
final class Admission {

    private static final long START_MICROS = Duration.ofDays(20_000).toMillis() * 1000;

    private final Limit limit;
    private final List<Call> calls;

    /**
     * One request.
     *
     * @param atMicros when it came
     * @param admitted whether it passed
     * @param leavesMicros when it passed; later than it came where it had to wait for its turn
     */
    record Call(long atMicros, boolean admitted, long leavesMicros) {}

    private Admission(Limit limit, List<Call> calls) {
        this.limit = limit;
        this.calls = List.copyOf(calls);
    }

    static Admission of(Limit limit, Traffic traffic) {
        Arithmetic arithmetic = Algorithms.of(limit);
        List<Call> calls = new ArrayList<>();
        State state = null;
        for (long at : traffic.micros()) {
            Step step = arithmetic.take(state, 1, START_MICROS + at);
            state = step.next();
            calls.add(new Call(at, step.allowed(), at + step.delayMicros()));
        }
        return new Admission(limit, calls);
    }

    List<Call> calls() {
        return calls;
    }

    long admitted() {
        return calls.stream().filter(Call::admitted).count();
    }

    /** The most that passed within any one window, from the moment of a request on. */
    long mostInAnyWindow() {
        long[] leaving = leaving();
        long most = 0;
        for (int first = 0, next = 0; first < leaving.length; first++) {
            while (next < leaving.length && leaving[next] < leaving[first] + windowMicros()) {
                next++;
            }
            most = Math.max(most, next - first);
        }
        return most;
    }

    /** The most that would have fitted, when a request was denied, into the window that ended with it. */
    long mostFreeAtADenial() {
        long[] leaving = leaving();
        long most = 0;
        int from = 0;
        int until = 0;
        for (Call call : calls) {
            while (until < leaving.length && leaving[until] <= call.atMicros) {
                until++;
            }
            while (from < until && leaving[from] <= call.atMicros - windowMicros()) {
                from++;
            }
            if (!call.admitted) {
                most = Math.max(most, limit.permits() - (until - from));
            }
        }
        return most;
    }

    private long[] leaving() {
        return calls.stream()
                .filter(Call::admitted)
                .mapToLong(Call::leavesMicros)
                .sorted()
                .toArray();
    }

    private long windowMicros() {
        return limit.window().toMillis() * 1000;
    }
}
