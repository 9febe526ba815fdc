package io.headgate.tck.support;

import java.io.File;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** What is deployed: Headgate and the example as this build packaged them. */
public final class Deployments {

    private Deployments() {}

    /** The example, at the context root {@code /}. */
    public static WebArchive example() {
        return ShrinkWrap.create(ZipImporter.class, "ROOT.war")
                .importFrom(exampleFile())
                .as(WebArchive.class);
    }

    /** The example's file. */
    public static File exampleFile() {
        return file("headgate.example");
    }

    /** An application with Headgate in {@code WEB-INF/lib} and nothing else that its users would not write. */
    public static WebArchive application(String name, Class<?>... classes) {
        return ShrinkWrap.create(WebArchive.class, name + ".war")
                .addAsLibrary(file("headgate.jar"))
                .addClasses(classes);
    }

    private static File file(String property) {
        File file = new File(System.getProperty(property, ""));
        if (!file.isFile()) {
            throw new IllegalStateException(property + " is " + file + ", where no file is: run this with Maven");
        }
        return file;
    }
}
