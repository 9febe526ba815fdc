package io.headgate.testing;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The classes of the tests once more, in a loader of their own that ends, as each application on a server has one. */
public final class OwnClassPath extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Consumer<String> missed;
    private volatile boolean ended;

    private OwnClassPath(List<URL> classPath, Consumer<String> missed) {
        super(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        this.missed = missed;
    }

    /** With these in this order. */
    public static OwnClassPath of(List<URL> classPath) {
        return new OwnClassPath(classPath, name -> {});
    }

    /** With what the tests have, but for the entries that match. */
    public static OwnClassPath without(Pattern missing) {
        return of(entries(entry -> !missing.matcher(entry).matches()));
    }

    /**
     * With all that the tests have.
     *
     * @param missed hears the names of classes that somebody asks for after the end
     */
    static OwnClassPath whole(Consumer<String> missed) {
        return new OwnClassPath(entries(entry -> true), missed);
    }

    /** What the tests have and somebody wants. Surefire hides the class path in a manifest, and tells it by a property. */
    public static List<URL> entries(Predicate<String> wanted) {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            if (wanted.test(entry)) {
                try {
                    urls.add(new File(entry).toURI().toURL());
                } catch (MalformedURLException e) {
                    throw new AssertionError(entry, e);
                }
            }
        }
        return urls;
    }

    /**
     * Calls a task as these classes know it, on a thread that ends with it. What the task does, it does with them; what comes
     * out must be of the JDK.
     */
    public Object call(Class<? extends Callable<?>> task, String... arguments) throws Exception {
        Class<?>[] types = new Class<?>[arguments.length];
        Arrays.fill(types, String.class);
        FutureTask<Object> call = new FutureTask<>(() -> {
            Object here = loadClass(task.getName()).getConstructor(types).newInstance((Object[]) arguments);
            return ((Callable<?>) here).call();
        });
        Thread thread = new Thread(call, "own class path");
        thread.setContextClassLoader(this);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        }
        return call.get();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException e) {
            if (ended) {
                missed.accept(name);
            }
            throw e;
        }
    }

    /** From now on there are no classes but those that were loaded before. */
    @Override
    public void close() throws IOException {
        ended = true;
        super.close();
    }
}
