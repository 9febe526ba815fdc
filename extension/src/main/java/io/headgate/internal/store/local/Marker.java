package io.headgate.internal.store.local;

import io.headgate.internal.algorithm.State;

/** What stands in the place of an entry's state while nobody may charge it. */
enum Marker implements State {
    /** An acquisition of several policies is being charged: wait on the entry's monitor. */
    HELD,
    /** The entry was removed: look the subject up again. */
    DEAD
}
