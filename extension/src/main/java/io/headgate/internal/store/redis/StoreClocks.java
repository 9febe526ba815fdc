package io.headgate.internal.store.redis;

import io.headgate.internal.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.redisson.connection.CRC16;

/**
 * The clocks of what is asked: one, or in a cluster one for each slot. The masters' clocks differ, and which master has a slot
 * changes; but a slot has one master at a time. So what is learnt from one master is not believed of another one, until a slot
 * moves: its next reply corrects that, as after a step of the clock ({@link StoreClock}). The price is a second trip for the
 * first call to each slot.
 */
final class StoreClocks {

    private static final int SLOTS = 16_384;

    private final TimeSource here;
    private final AtomicReferenceArray<StoreClock> clocks;

    /**
     * Clocks of which nothing is known.
     *
     * @param here the clock to compare with
     * @param isCluster whether there may be several
     */
    StoreClocks(TimeSource here, boolean isCluster) {
        this.here = here;
        this.clocks = new AtomicReferenceArray<>(isCluster ? SLOTS : 1);
    }

    /** What the clock here shows. */
    long hereMicros() {
        return here.micros();
    }

    /** The clock by which a call is decided. */
    StoreClock of(Call call) {
        int slot = clocks.length() == 1 ? 0 : slot(call.anyKey());
        StoreClock known = clocks.get(slot);
        if (known != null) {
            return known;
        }
        clocks.compareAndSet(slot, null, new StoreClock(here));
        return clocks.get(slot);
    }

    /** Where a cluster keeps a key: what stands in braces tells, else the whole key. The specification of Redis Cluster. */
    static int slot(String key) {
        int opens = key.indexOf('{');
        int closes = key.indexOf('}', opens + 1);
        String tag = opens >= 0 && closes > opens + 1 ? key.substring(opens + 1, closes) : key;
        return CRC16.crc16(tag.getBytes(StandardCharsets.UTF_8)) % SLOTS;
    }
}
