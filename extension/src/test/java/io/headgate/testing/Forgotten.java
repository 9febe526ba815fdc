package io.headgate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Applications that end, as seen by a server that goes on without them. */
public final class Forgotten {

    private Forgotten() {}

    /**
     * Lets an application live and end, closes its class loader as servers do, and sees its classes be given up. What the
     * collector runs of them by then, finalizers among it, must not ask that loader for classes that it has not loaded before:
     * a server whose thread of finalizers meets such a failure may keep the application for its sake.
     *
     * @param life returns true when all went well
     */
    public static void assertForgotten(Class<? extends Callable<Boolean>> life, String... arguments) throws Exception {
        Queue<String> missed = new ConcurrentLinkedQueue<>();
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        // A phantom: it is told when all finalizers have ended, and none of them brought the classes back.
        Reference<ClassLoader> classes = end(life, missed, gone, arguments);
        Await.until(() -> {
            System.gc();
            return gone.poll() == classes;
        });
        assertThat(missed).as("asked of a closed class loader").isEmpty();
    }

    private static Reference<ClassLoader> end(
            Class<? extends Callable<Boolean>> life,
            Queue<String> missed,
            ReferenceQueue<ClassLoader> gone,
            String... arguments)
            throws Exception {
        try (OwnClassPath classes = OwnClassPath.whole(missed::add)) {
            assertThat(classes.call(life, arguments)).isEqualTo(true);
            return new PhantomReference<>(classes, gone);
        }
    }
}
