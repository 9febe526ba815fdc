package io.headgate.internal.store.local;

import io.headgate.Decision;
import io.headgate.internal.algorithm.Arithmetics;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.algorithm.Step;
import io.headgate.internal.time.TimeSource;
import io.headgate.spi.Acquisition;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * One acquisition that is charged as a whole. First all entries are looked at: a denial is answered without a lock. Only if
 * all would pass, the entries are held, in one order for all threads, looked at again, and charged or not.
 *
 * <p>Requests that meet in one entry (a key that is asked twice, or two subjects for which there is no room) are charged
 * one after the other. If the acquisition is denied, each of them is told about the cost of all up to itself, because all of
 * it has to pass when the caller tries again.
 */
final class JointAcquisition {

    private final List<Part> parts;
    private final long nonce;
    private final Subjects subjects;
    private final TimeSource time;
    private long nowMicros;
    private boolean denied;

    JointAcquisition(Acquisition acquisition, Arithmetics arithmetics, Subjects subjects, TimeSource time) {
        this.parts = acquisition.requests().stream()
                .map(request -> new Part(request, LocalStore.arithmetic(request, arithmetics)))
                .toList();
        this.nonce = acquisition.nonce();
        this.subjects = subjects;
        this.time = time;
    }

    /** What {@link #acquire} would answer now, with nothing charged and nothing written. */
    List<Decision> look() {
        readAll();
        decide();
        tellWhatIsThere();
        return decisions(false);
    }

    List<Decision> acquire() {
        for (boolean mayEvict = true; true; mayEvict = false) {
            readAll();
            decide();
            if (denied) {
                tellWhatIsThere();
                writeInOrder();
                return decisions(false);
            }
            if (chargeHolding(findOrAddAll(mayEvict), 0)) {
                return decisions(!denied);
            }
        }
    }

    private void readAll() {
        for (Part part : parts) {
            part.leader = leader(part, Part::asksForTheKeyOf);
            if (part.leads()) {
                read(part);
            }
        }
    }

    private void read(Part part) {
        while (true) {
            part.entry = subjects.find(part.request.key());
            if (part.entry == null) {
                part.stored = subjects.initial(part.request.key());
                return;
            }
            part.stored = part.entry.read();
            if (part.stored != Marker.DEAD) {
                return;
            }
            subjects.remove(part.entry);
        }
    }

    /**
     * The parts that hold an entry each, in the order in which they do. To make room for one may remove another, which is
     * seen when that is held: then it must not happen again, or the two could replace each other forever.
     */
    private List<Part> findOrAddAll(boolean mayEvict) {
        for (Part part : parts) {
            part.entry = subjects.findOrAdd(part.request.key(), part.arithmetic, mayEvict);
            part.leader = leader(part, Part::hasTheEntryOf);
        }
        return parts.stream()
                .filter(Part::leads)
                .sorted(Comparator.comparing(Part::entry, Entry.ORDER))
                .toList();
    }

    private Part leader(Part part, BiPredicate<Part, Part> meet) {
        for (Part earlier : parts) {
            if (meet.test(earlier, part)) {
                return earlier;
            }
        }
        return part;
    }

    /** False if an entry was dead: nothing was decided. */
    private boolean chargeHolding(List<Part> leaders, int from) {
        if (from == leaders.size()) {
            decide();
            if (denied) {
                tellWhatIsThere();
            }
            return true;
        }
        Part part = leaders.get(from);
        Entry entry = part.entry();
        synchronized (entry) {
            State held = entry.hold();
            if (held == Marker.DEAD) {
                subjects.remove(entry);
                return false;
            }
            State release = held;
            try {
                part.stored = held;
                boolean decided = chargeHolding(leaders, from + 1);
                if (decided) {
                    release = part.kept(denied, nowMicros);
                    entry.used(part.arithmetic, nowMicros);
                }
                return decided;
            } finally {
                entry.release(release);
                if (release == Marker.DEAD) {
                    subjects.remove(entry);
                }
            }
        }
    }

    /** Charges one request after the other, in the parts alone. */
    private void decide() {
        nowMicros = time.micros();
        denied = false;
        for (Part part : parts) {
            part.next = part.stored;
        }
        for (Part part : parts) {
            Step step = part.arithmetic.take(part.leader.next, part.request.cost(), nowMicros);
            part.step = step;
            part.leader.next = step.next();
            denied |= !step.allowed() && !part.request.shadow();
        }
    }

    /** Replaces what would be after the charge by what is there without it. */
    private void tellWhatIsThere() {
        for (Part part : parts) {
            part.asked = 0;
        }
        for (Part part : parts) {
            Part leader = part.leader;
            long ahead = leader.asked;
            if (part.step().allowed()) {
                leader.asked = ahead + part.request.cost();
            }
            part.step = part.arithmetic.look(leader.stored, ahead, part.request.cost(), nowMicros);
        }
    }

    private void writeInOrder() {
        for (Part part : parts) {
            if (part.leads() && part.entry != null && part.stored != null) {
                part.entry.replace(part.stored, part.kept(true, nowMicros));
                part.entry.used(part.arithmetic, nowMicros);
            }
        }
    }

    private List<Decision> decisions(boolean charged) {
        return parts.stream().map(part -> decision(part, charged)).toList();
    }

    private Decision decision(Part part, boolean charged) {
        Step step = part.step();
        if (!charged || !step.allowed()) {
            return Answers.uncharged(part.request, step, nowMicros);
        }
        return Answers.charged(part.request, step, nowMicros, part.entry().key(), nonce);
    }
}
