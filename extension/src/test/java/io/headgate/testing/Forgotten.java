package io.headgate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
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
        WeakReference<ClassLoader> classes = end(life, missed, arguments);
        Await.until(() -> {
            System.gc();
            return classes.refersTo(null);
        });
        assertThat(missed).as("asked of a closed class loader").isEmpty();
    }

    private static WeakReference<ClassLoader> end(
            Class<? extends Callable<Boolean>> life, Queue<String> missed, String... arguments) throws Exception {
        try (OwnClassPath classes = OwnClassPath.whole(missed::add)) {
            assertThat(classes.call(life, arguments)).isEqualTo(true);
            return new WeakReference<>(classes);
        }
    }
}
