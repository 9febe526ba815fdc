package io.headgate.tck.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Makes of a WAR what servers have that are libraries of their application: a folder {@code classes} and a folder
 * {@code lib}, for a class path. Such an application has its {@code beans.xml} in {@code META-INF}; where the WAR has none,
 * it gets one by which all classes are looked at. Arguments: the WAR, and the folder to work in.
 */
public final class Explode {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String LIBRARIES = "WEB-INF/lib/";
    private static final String BEANS = "WEB-INF/beans.xml";
    /** What an application brings along for this kind of server. */
    private static final String OWN_BEANS = "beans.xml";

    private static final String WITHOUT_BEANS = "<beans xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"4.0\""
            + " bean-discovery-mode=\"all\"></beans>\n";

    private Explode() {}

    /** Does it, once for each folder. */
    public static void main(String[] arguments) throws IOException {
        explode(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    private static void explode(Path war, Path folder) throws IOException {
        Path classes = folder.resolve("classes");
        Path beans = classes.resolve("META-INF/beans.xml");
        Files.createDirectories(beans.getParent());
        Path libraries = Files.createDirectories(folder.resolve("lib"));
        try (InputStream in = Files.newInputStream(war);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.startsWith(CLASSES) && !entry.isDirectory()) {
                    copy(zip, classes.resolve(name.substring(CLASSES.length())));
                } else if (name.startsWith(LIBRARIES) && !entry.isDirectory()) {
                    copy(zip, libraries.resolve(name.substring(LIBRARIES.length())));
                } else if (name.equals(BEANS)) {
                    copy(zip, beans);
                }
            }
        }
        complete(classes.resolve(OWN_BEANS), beans);
    }

    private static void complete(Path ownBeans, Path beans) throws IOException {
        if (Files.exists(ownBeans)) {
            Files.move(ownBeans, beans);
        } else if (Files.notExists(beans)) {
            Files.writeString(beans, WITHOUT_BEANS, StandardCharsets.UTF_8);
        }
    }

    private static void copy(InputStream in, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Files.copy(in, target);
    }
}
