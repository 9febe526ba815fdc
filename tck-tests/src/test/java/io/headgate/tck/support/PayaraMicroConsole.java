package io.headgate.tck.support;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Payara Micro takes its applications when it starts. This main class starts it with the same arguments and obeys lines on
 * standard input: {@code deploy <file>} at the context root, and {@code undeploy}. It runs in the server's process, where of
 * the tests nothing else is used.
 */
public final class PayaraMicroConsole {

    private static final String NAME = "ROOT";

    private final Object runtime;
    private final Class<?> api;

    private PayaraMicroConsole(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> micro = loader.loadClass("fish.payara.micro.PayaraMicro");
        this.api = loader.loadClass("fish.payara.micro.PayaraMicroRuntime");
        this.runtime = micro.getMethod("getRuntime")
                .invoke(micro.getMethod("getInstance").invoke(null));
    }

    /** Starts the server, then obeys until standard input ends. */
    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        ClassLoader loader = PayaraMicroConsole.class.getClassLoader();
        loader.loadClass("fish.payara.micro.PayaraMicro")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
        new PayaraMicroConsole(loader).obey();
    }

    private void obey() throws ReflectiveOperationException, IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            boolean done = command.startsWith("deploy ")
                    ? deploy(new File(command.substring("deploy ".length())))
                    : undeploy();
            System.out.println("console: " + command + (done ? " done" : " failed"));
        }
    }

    private boolean deploy(File war) throws ReflectiveOperationException {
        return (Boolean)
                api.getMethod("deploy", String.class, String.class, File.class).invoke(runtime, NAME, "/", war);
    }

    private boolean undeploy() throws ReflectiveOperationException {
        api.getMethod("undeploy", String.class).invoke(runtime, NAME);
        return true;
    }
}
