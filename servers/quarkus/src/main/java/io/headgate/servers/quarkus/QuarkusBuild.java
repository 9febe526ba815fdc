package io.headgate.servers.quarkus;

import io.quarkus.bootstrap.app.CuratedApplication;
import io.quarkus.bootstrap.app.QuarkusBootstrap;
import io.quarkus.bootstrap.model.ApplicationModel;
import io.quarkus.bootstrap.resolver.BootstrapAppModelResolver;
import io.quarkus.bootstrap.resolver.maven.BootstrapMavenContext;
import io.quarkus.bootstrap.resolver.maven.MavenArtifactResolver;
import io.quarkus.maven.dependency.ArtifactCoords;
import io.quarkus.maven.dependency.ArtifactDependency;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.maven.dependency.ResolvedDependency;
import io.quarkus.maven.dependency.ResolvedDependencyBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Makes of a WAR what {@code mvn package} makes of a project of Quarkus: its classes are the application, and of its
 * libraries Headgate is a dependency as the file that it is, Redisson and APIs are some by their coordinates, so that the BOM
 * of Quarkus chooses what they depend on. A main class, since a build wants a class path of its own. Arguments: the WAR, a folder to work
 * in, the version of Quarkus, and the names of extensions. The result is in {@code quarkus-app}.
 */
public final class QuarkusBuild {

    private static final String CLASSES = "WEB-INF/classes/";
    private static final String LIBRARIES = "WEB-INF/lib/";
    private static final Map<String, String> GROUPS =
            Map.of("redisson", "org.redisson", "microprofile-metrics-api", "org.eclipse.microprofile.metrics");
    private static final Pattern LIBRARY = Pattern.compile(LIBRARIES + "(?<name>.+?)-(?<version>[0-9].*)[.]jar");
    private static final String HEADGATE = "io.headgate";
    private static final String ANY_VERSION = "1";

    private final Path war;
    private final Path folder;
    private final Path classes;
    private final Path repository;
    private final String quarkus;
    private final List<Dependency> dependencies = new ArrayList<>();

    private QuarkusBuild(Path war, Path folder, String quarkus) {
        this.war = war;
        this.folder = folder;
        this.classes = folder.resolve("classes");
        this.repository = folder.resolve("repository");
        this.quarkus = quarkus;
    }

    /** Builds, or ends with an exception that says what is wrong with the application. */
    public static void main(String[] arguments) throws Exception {
        QuarkusBuild build = new QuarkusBuild(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2]);
        for (String extension : List.of(arguments).subList(3, arguments.length)) {
            build.dependencies.add(dependency("io.quarkus", extension, build.quarkus));
        }
        build.unpack();
        build.addPom("io/headgate/tck", HEADGATE + ".tck", "application");
        build.run();
    }

    private void unpack() throws IOException {
        Files.createDirectories(classes);
        try (InputStream in = Files.newInputStream(war);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                if (name.startsWith(CLASSES) && !entry.isDirectory()) {
                    copy(zip, classes.resolve(name.substring(CLASSES.length())));
                } else if (name.startsWith(LIBRARIES + "headgate")) {
                    addHeadgate(zip);
                } else {
                    addKnown(LIBRARY.matcher(name));
                }
            }
        }
    }

    private void addKnown(Matcher library) {
        if (library.matches() && GROUPS.containsKey(library.group("name"))) {
            String name = library.group("name");
            dependencies.add(dependency(GROUPS.get(name), name, library.group("version")));
        }
    }

    /** The POM names nothing that the JAR depends on: Redisson is optional in the real one too. */
    private void addHeadgate(InputStream jar) throws IOException {
        addPom("io/headgate", HEADGATE, "headgate");
        copy(jar, repository.resolve("io/headgate/headgate/" + ANY_VERSION + "/headgate-" + ANY_VERSION + ".jar"));
        dependencies.add(dependency(HEADGATE, "headgate", ANY_VERSION));
    }

    /** Into a repository that only this build sees. */
    private void addPom(String place, String groupId, String artifactId) throws IOException {
        String pom = "<project><modelVersion>4.0.0</modelVersion><groupId>" + groupId + "</groupId><artifactId>"
                + artifactId + "</artifactId><version>" + ANY_VERSION + "</version></project>";
        Path file = repository.resolve(
                place + "/" + artifactId + "/" + ANY_VERSION + "/" + artifactId + "-" + ANY_VERSION + ".pom");
        Files.createDirectories(file.getParent());
        Files.writeString(file, pom, StandardCharsets.UTF_8);
    }

    private static void copy(InputStream in, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Files.copy(in, target);
    }

    private void run() throws Exception {
        ResolvedDependency application = ResolvedDependencyBuilder.newInstance()
                .setCoords(ArtifactCoords.jar(HEADGATE + ".tck", "application", ANY_VERSION))
                .setResolvedPath(classes)
                .build();
        BootstrapAppModelResolver resolver = new BootstrapAppModelResolver(
                new MavenArtifactResolver(new BootstrapMavenContext(BootstrapMavenContext.config()
                        .setWorkspaceDiscovery(false)
                        .setLocalRepositoryTail(repository.toString()))));
        ApplicationModel model = resolver.resolveManagedModel(
                application, dependencies, ArtifactCoords.pom("io.quarkus", "quarkus-bom", quarkus), Set.of());
        try (CuratedApplication curated = QuarkusBootstrap.builder()
                .setExistingModel(model)
                .setApplicationRoot(classes)
                .setProjectRoot(folder)
                .setTargetDirectory(folder)
                .setBaseName("application")
                .setMode(QuarkusBootstrap.Mode.PROD)
                .setIsolateDeployment(true)
                .setLocalProjectDiscovery(false)
                .setBuildSystemProperties(new Properties())
                .setBaseClassLoader(QuarkusBuild.class.getClassLoader())
                .build()
                .bootstrap()) {
            curated.createAugmentor().createProductionApplication();
        }
    }

    private static Dependency dependency(String groupId, String artifactId, String version) {
        return new ArtifactDependency(
                groupId, artifactId, ArtifactCoords.DEFAULT_CLASSIFIER, ArtifactCoords.TYPE_JAR, version);
    }
}
