package io.headgate.internal.cdi;

import io.headgate.internal.policy.Settings;
import io.headgate.internal.store.ExactStore;
import io.headgate.internal.store.Outage;
import io.headgate.internal.time.Timers;
import java.util.Optional;

/** Redis, as this application can reach it. There is a bean of this type only where Redisson is present. */
interface Redis {

    /** Whether the application offers clients of its own. */
    boolean hasClients();

    /** What stops the deployment. */
    Optional<String> mistake(Settings settings, ClassLoader classLoader);

    /**
     * A store that begins to connect.
     *
     * @param shares whether policies share their permits with other Redisson programs
     */
    ExactStore open(Settings settings, boolean shares, ClassLoader classLoader, Timers timers, Outage outage);
}
