package io.headgate.internal.store.local;

import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.algorithm.Step;
import io.headgate.spi.PermitRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request on its way. What parts that meet in one entry have in common is kept in the first of them, their leader. */
final class Part {

    final PermitRequest request;
    final Arithmetic arithmetic;
    Part leader;

    @Nullable
    Entry entry;

    @Nullable
    State stored;

    @Nullable
    State next;

    @Nullable
    Step step;

    long asked;

    Part(PermitRequest request, Arithmetic arithmetic) {
        this.request = request;
        this.arithmetic = arithmetic;
        this.leader = this;
    }

    boolean leads() {
        return leader == this;
    }

    boolean asksForTheKeyOf(Part other) {
        return request.key().equals(other.request.key());
    }

    boolean hasTheEntryOf(Part other) {
        return entry == other.entry;
    }

    Entry entry() {
        return Objects.requireNonNull(entry);
    }

    Step step() {
        return Objects.requireNonNull(step);
    }

    /** The state to keep: charged, or in order at least. A subject that was denied at first sight is not kept. */
    @Nullable
    State kept(boolean denied, long nowMicros) {
        if (!denied) {
            return next;
        }
        return stored == null ? Marker.DEAD : arithmetic.advance(stored, nowMicros);
    }
}
