package io.headgate.internal.store.redis;

import java.util.List;
import org.redisson.api.RedissonClient;

/**
 * What Netty does when the collector finds that nobody has the application any more: its finalizers give memory back. Many
 * servers have closed the application's class loader by then, so a class that was not loaded before is missing. The finalizer
 * fails; and a JVM may keep the last failure of its thread of finalizers, with all classes on its stack, which are those of the
 * application. So what will be needed is loaded while it can be.
 */
final class Finalizers {

    /** As Netty 4.2 needs them, when an allocator is given up. */
    private static final List<String> CLASSES =
            List.of("io.netty.util.concurrent.ConcurrentSkipListIntObjMultimap$EntryIterator");

    private Finalizers() {}

    /** Loads what finalizers will ask for, where Redisson would find it. To be called before that loader is closed. */
    static void prepare() {
        ClassLoader loader = RedissonClient.class.getClassLoader();
        for (String name : CLASSES) {
            try {
                Class.forName(name, true, loader);
            } catch (ClassNotFoundException | LinkageError otherVersion) {
                // Another Netty, with other finalizers.
            }
        }
    }
}
