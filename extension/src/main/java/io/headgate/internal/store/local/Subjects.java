package io.headgate.internal.store.local;

import io.headgate.LimitKey;
import io.headgate.internal.algorithm.Arithmetic;
import io.headgate.internal.algorithm.State;
import io.headgate.internal.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The entries of all subjects, at most a given number of them.
 *
 * <p>Room is made in batches, by one thread, before the last place is taken: the others go on meanwhile. Entries whose state
 * equals no state go first, then the least recently used that still have permits. An exhausted subject is never evicted, so
 * that nobody gets quota back by asking under many names. If only exhausted ones are left, new subjects of a policy are
 * counted together, in an entry that they share. A subject that gets an entry of its own while the shared one still counts
 * starts with a copy of it, since some of that use may be its own.
 */
final class Subjects {

    /** An eviction looks at every entry; one that found too little is not repeated before this time for each of them. */
    private static final long PAUSE_PER_ENTRY_MICROS = 5;

    private static final List<String> SHARED = List.of("shared by all subjects for which there is no room");

    private final TimeSource time;
    private final long most;
    private final long reserve;
    private final int batch;
    private final ConcurrentMap<LimitKey, Entry> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Entry> shared = new ConcurrentHashMap<>();
    private final AtomicLong size = new AtomicLong();
    private final ReentrantLock evicting = new ReentrantLock();
    private volatile Pause pause = new Pause(0, 0);

    Subjects(TimeSource time, long most) {
        this.time = time;
        this.most = most;
        this.reserve = most / 32;
        this.batch = (int) Math.min(Integer.MAX_VALUE, Math.max(1, most / 16));
    }

    long size() {
        return size.get();
    }

    @Nullable
    Entry find(LimitKey key) {
        return entries.get(key);
    }

    /** What a subject without an entry starts with. */
    @Nullable
    State initial(LimitKey key) {
        Entry entry = shared.get(key.policy());
        State state = entry == null ? null : entry.read();
        return state == Marker.DEAD ? null : state;
    }

    /** The subject's entry, made where it has none; the policy's shared one where there is no room. */
    Entry findOrAdd(LimitKey key, Arithmetic arithmetic, boolean mayEvict) {
        Entry found = entries.get(key);
        if (found != null) {
            return found;
        }
        long nowMicros = time.micros();
        if (mayEvict && size.get() >= most - reserve && !pause.covers(nowMicros)) {
            makeRoom();
        }
        if (!takePlace()) {
            return shared.computeIfAbsent(
                    key.policy(), policy -> new Entry(LimitKey.of(policy, SHARED), true, null, arithmetic, nowMicros));
        }
        Entry added = new Entry(key, false, initial(key), arithmetic, nowMicros);
        Entry first = entries.putIfAbsent(key, added);
        if (first == null) {
            return added;
        }
        size.decrementAndGet();
        return first;
    }

    /** The entry with this key, where it still is: a subject's own, or a shared one. */
    @Nullable
    Entry charged(LimitKey key) {
        Entry own = entries.get(key);
        if (own != null) {
            return own;
        }
        Entry together = shared.get(key.policy());
        return together != null && together.key().equals(key) ? together : null;
    }

    /** Takes a dead entry out. */
    void remove(Entry entry) {
        if (entry.isShared()) {
            shared.remove(entry.key().policy(), entry);
        } else if (entries.remove(entry.key(), entry)) {
            size.decrementAndGet();
        }
    }

    /** Removes the entry if its state is still the one that the caller saw. */
    boolean retire(Entry entry, @Nullable State seen) {
        boolean retired = entry.replace(seen, Marker.DEAD);
        if (retired) {
            remove(entry);
        }
        return retired;
    }

    /** Removes what equals no state. */
    void sweep() {
        entries.values().forEach(this::tidy);
        shared.values().forEach(this::tidy);
    }

    /** Writes the state in order: after a clock has stepped back, nobody else might for as long as it stepped. */
    private void tidy(Entry entry) {
        State state = entry.glance();
        if (state instanceof Marker) {
            return;
        }
        Arithmetic arithmetic = entry.arithmetic();
        long nowMicros = time.micros();
        if (arithmetic.timeToLiveMicros(state, nowMicros) == 0) {
            retire(entry, state);
        } else {
            entry.replace(state, arithmetic.advance(state, nowMicros));
        }
    }

    private boolean takePlace() {
        return size.getAndUpdate(taken -> taken < most ? taken + 1 : taken) < most;
    }

    private void makeRoom() {
        if (size.get() >= most) {
            evicting.lock();
        } else if (!evicting.tryLock()) {
            return;
        }
        try {
            if (size.get() >= most - reserve && !pause.covers(time.micros())) {
                evict();
            }
        } finally {
            evicting.unlock();
        }
    }

    private void evict() {
        int freed = 0;
        Queue<Candidate> oldest = new PriorityQueue<>(Candidate.YOUNGEST_FIRST);
        for (Entry entry : entries.values()) {
            State state = entry.glance();
            if (state == null || state instanceof Marker) {
                continue; // about to be charged
            }
            Arithmetic arithmetic = entry.arithmetic();
            long nowMicros = time.micros();
            if (arithmetic.timeToLiveMicros(state, nowMicros) == 0) {
                freed += retire(entry, state) ? 1 : 0;
            } else if (arithmetic.remaining(state, nowMicros) > 0) {
                Candidate.keepOldest(oldest, batch, entry, state);
            }
        }
        while (!oldest.isEmpty() && oldest.size() > batch - freed) {
            oldest.remove();
        }
        for (Candidate candidate : oldest) {
            freed += retire(candidate.entry, candidate.state) ? 1 : 0;
        }
        if (freed < batch) {
            long nowMicros = time.micros();
            pause = new Pause(nowMicros, nowMicros + size.get() * PAUSE_PER_ENTRY_MICROS);
        }
    }

    /** An entry that may be evicted while its state stays this one. */
    private record Candidate(Entry entry, State state, long usedMillis) {

        static final Comparator<Candidate> YOUNGEST_FIRST =
                Comparator.comparingLong(Candidate::usedMillis).reversed();

        static void keepOldest(Queue<Candidate> oldest, int most, Entry entry, State state) {
            Candidate youngest = oldest.size() < most ? null : oldest.peek();
            if (youngest != null && youngest.usedMillis <= entry.usedMillis()) {
                return;
            }
            if (youngest != null) {
                oldest.remove();
            }
            oldest.add(new Candidate(entry, state, entry.usedMillis()));
        }
    }

    /** A time without evictions; over, too, when the clock steps back behind its beginning. */
    private record Pause(long fromMicros, long toMicros) {

        boolean covers(long micros) {
            return fromMicros <= micros && micros < toMicros;
        }
    }
}
