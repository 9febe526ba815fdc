package io.headgate.tck.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/**
 * Starts TomEE embedded on 127.0.0.1 with one application, and obeys lines on standard input: {@code deploy <file>} at the
 * context root, and {@code undeploy}. An application that is refused at the start ends the process. It runs in the server's
 * process, where of the tests nothing else is used. Arguments: the port, a folder that TomEE may delete, the name of the
 * application, {@code ROOT} for the context root, and its WAR.
 */
public final class TomeeConsole {

    private static final String ROOT = "ROOT";
    private static final String CONFIGURATION = "org.apache.tomee.embedded.Configuration";
    private static final String CONTAINER = "org.apache.tomee.embedded.Container";

    private final Object container;

    private TomeeConsole(int port, String folder) throws ReflectiveOperationException {
        Object configuration = Class.forName(CONFIGURATION).getConstructor().newInstance();
        call(configuration, "setHttpPort", int.class, port);
        call(configuration, "setDir", String.class, folder);
        configuration
                .getClass()
                .getMethod("property", String.class, String.class)
                .invoke(configuration, "connector.attributes.address", "127.0.0.1");
        container = Class.forName(CONTAINER)
                .getConstructor(configuration.getClass())
                .newInstance(configuration);
    }

    private static void call(Object target, String name, Class<?> type, Object argument)
            throws ReflectiveOperationException {
        target.getClass().getMethod(name, type).invoke(target, argument);
    }

    /** Starts the server, then obeys until it is ended. */
    public static void main(String[] arguments) throws IOException {
        try {
            TomeeConsole console = new TomeeConsole(Integer.parseInt(arguments[0]), arguments[1]);
            console.deploy(arguments[2], new File(arguments[3]));
            System.out.println("console: TomEE is up");
            console.obey();
        } catch (ReflectiveOperationException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void obey() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            System.out.println("console: " + command + (obey(command) ? " done" : " failed"));
        }
    }

    private boolean obey(String command) {
        try {
            if (command.startsWith("deploy ")) {
                deploy(ROOT, new File(command.substring("deploy ".length())));
            } else {
                call(container, "undeploy", String.class, ROOT);
            }
            return true;
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            return false;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void deploy(String name, File war) throws ReflectiveOperationException {
        container
                .getClass()
                .getMethod("deploy", String.class, File.class, boolean.class)
                .invoke(container, name, war, true);
    }
}
