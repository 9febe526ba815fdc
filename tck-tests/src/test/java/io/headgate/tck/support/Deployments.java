package io.headgate.tck.support;

import io.headgate.testing.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
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
        WebArchive application = ShrinkWrap.create(WebArchive.class, name + ".war")
                .addAsLibrary(file("headgate.jar"))
                .addClasses(classes);
        for (File resource : Server.underTest().resourcesFor(name)) {
            application.addAsResource(resource, resource.getName());
        }
        return application;
    }

    /** An archive of one web module, with Headgate in {@code lib} and not in the module. */
    public static EnterpriseArchive enterprise(String name, Package classes) {
        return ShrinkWrap.create(EnterpriseArchive.class, name + ".ear")
                .addAsLibrary(file("headgate.jar"))
                .addAsModule(ShrinkWrap.create(WebArchive.class, name + ".war").addPackage(classes));
    }

    /** An application of these classes and nothing else. */
    public static WebArchive withoutHeadgate(Package classes) {
        return ShrinkWrap.create(WebArchive.class).addPackage(classes);
    }

    /** The example with the one file that has a client for Redis inside, in place of all that it has in {@code WEB-INF/lib}. */
    public static WebArchive exampleAllInOne() {
        WebArchive example = example();
        List.copyOf(example.getContent(Filters.include("/WEB-INF/lib/.*")).keySet())
                .forEach(example::delete);
        return example.addAsLibrary(file("headgate.all.jar"));
    }

    /** An application with that file, in place of {@link #withRedisson}. */
    public static WebArchive allInOne(String name, Package classes) {
        return ShrinkWrap.create(WebArchive.class, name + ".war")
                .addAsLibrary(file("headgate.all.jar"))
                .addPackage(classes);
    }

    /** Adds another Redisson than Headgate's, and another Netty, for the application's own use. */
    public static WebArchive withOtherRedisson(WebArchive application) {
        return application.addAsLibraries(filesIn("headgate.other.redisson"));
    }

    /** Adds Redisson as Maven would package it: with all that it depends on. */
    public static WebArchive withRedisson(WebArchive application) {
        return application.addAsLibraries(filesIn("headgate.redisson"));
    }

    /** Lets an application count in this Redis, however slow the machine is. */
    public static WebArchive countingIn(RedisServer redis, WebArchive application) {
        return application.addAsResource(
                new StringAsset("ratelimit.redis.timeout=30s\nratelimit.redis.address=" + redis.address()),
                "META-INF/microprofile-config.properties");
    }

    /** A file of this application, for servers that a test starts itself. It is removed when the tests end. */
    public static File toFile(WebArchive application) {
        try {
            File file = Files.createTempFile(Server.directory(), "application-", ".war")
                    .toFile();
            file.deleteOnExit();
            application.as(ZipExporter.class).exportTo(file, true);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + application, e);
        }
    }

    private static File[] filesIn(String property) {
        File[] files = new File(System.getProperty(property, "")).listFiles();
        if (files == null || files.length == 0) {
            throw new IllegalStateException(property + " has no files: run this with Maven");
        }
        return files;
    }

    private static File file(String property) {
        File file = new File(System.getProperty(property, ""));
        if (!file.isFile()) {
            throw new IllegalStateException(property + " is " + file + ", where no file is: run this with Maven");
        }
        return file;
    }
}
