package io.headgate.tck.launch;

import java.io.File;

/**
 * Starts TomEE embedded on 127.0.0.1 with one application at the context root; one that is refused ends the process. It runs
 * in the server's process, where of the tests nothing else is used. Arguments: the port, a folder that TomEE may delete, and
 * the WAR.
 */
public final class Tomee {

    private static final String CONFIGURATION = "org.apache.tomee.embedded.Configuration";
    private static final String CONTAINER = "org.apache.tomee.embedded.Container";

    private Tomee() {}

    /** Starts the server, whose threads then go on. */
    public static void main(String[] arguments) {
        try {
            Object configuration = Class.forName(CONFIGURATION).getConstructor().newInstance();
            Class<?> type = configuration.getClass();
            type.getMethod("setHttpPort", int.class).invoke(configuration, Integer.parseInt(arguments[0]));
            type.getMethod("setDir", String.class).invoke(configuration, arguments[1]);
            type.getMethod("property", String.class, String.class)
                    .invoke(configuration, "connector.attributes.address", "127.0.0.1");
            Object container = Class.forName(CONTAINER).getConstructor(type).newInstance(configuration);
            container
                    .getClass()
                    .getMethod("deploy", String.class, File.class, boolean.class)
                    .invoke(container, "ROOT", new File(arguments[2]), true);
            System.out.println("TomEE is up");
        } catch (ReflectiveOperationException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }
}
