package io.headgate.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headgate.RateLimit;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.jar.Attributes;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is in the JAR, and what is not. */
class ContentTest {

    private static final long LARGEST = 6_000_000;
    private static final String SERVICES = "META-INF/services/";

    /** A class of what is inside by its original name, alone or within a descriptor, and a tag in a YAML file. */
    private static final Pattern ORIGINAL =
            Pattern.compile("(tag:yaml.org,2002:)?(org[.]redisson|io[.]netty|org[.]yaml|org[.]slf4j)([.][\\w.$]*)?"
                    + "|(.*(?<!io/headgate/shaded/))?\\b(org/redisson|io/netty|org/yaml|org/slf4j)/.*");

    private final Archive archive = Archive.built();

    @Test
    void theseTestsSeeHeadgateInThisJarAlone() throws Exception {
        URL place = RateLimit.class.getProtectionDomain().getCodeSource().getLocation();

        assertThat(new File(place.toURI())).hasSameBinaryContentAs(Archive.file());
        assertThat(ContentTest.class
                        .getClassLoader()
                        .getResources("io/headgate/RateLimit.class")
                        .asIterator())
                .toIterable()
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.redisson.Redisson",
                "io.netty.channel.Channel",
                "org.yaml.snakeyaml.Yaml",
                "org.slf4j.Logger",
                "org.slf4j.jul.JULServiceProvider"
            })
    void whatIsInsideHasAnotherNameThere(String name) throws Exception {
        URL[] alone = {Archive.file().toURI().toURL()};
        try (URLClassLoader loader = new URLClassLoader(alone, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
            assertThat(loader.loadClass("io.headgate.shaded." + name)).isNotNull();
        }
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void everyClassIsBelowHeadgatesOwnPackage() {
        assertThat(archive.classes().keySet())
                .hasSizeGreaterThan(3000)
                .allMatch(name -> name.startsWith("io/headgate/"));
    }

    @Test
    void noClassNamesAnotherLibraryByItsOriginalName() {
        assertThat(archive.classes().keySet().stream().flatMap(this::originals)).isEmpty();
    }

    private Stream<String> originals(String type) {
        return archive.texts(type).stream()
                .filter(text -> ORIGINAL.matcher(text).matches())
                .map(text -> type + ": " + text);
    }

    @Test
    void noClassNamesJackson() {
        Pattern jackson = Pattern.compile(".*(com[./]fasterxml|tools[./]jackson)[./].*");

        assertThat(archive.classes().keySet())
                .noneMatch(type -> archive.texts(type).stream()
                        .anyMatch(text -> jackson.matcher(text).matches()));
    }

    @Test
    void nothingElseIsInItThanWhatServersUnderstand() {
        List<String> others = archive.names().stream()
                .filter(name -> !name.endsWith(".class") && !name.endsWith(".lua"))
                .filter(name -> !name.startsWith("META-INF/maven/"))
                .toList();

        assertThat(others)
                .containsExactlyInAnyOrder(
                        "META-INF/LICENSE",
                        "META-INF/MANIFEST.MF",
                        "META-INF/NOTICE",
                        "META-INF/beans.xml",
                        "META-INF/licenses/netty-NOTICE.txt",
                        "META-INF/licenses/redisson-LICENSE.txt",
                        "META-INF/licenses/redisson-NOTICE.txt",
                        "META-INF/licenses/slf4j-LICENSE.txt",
                        SERVICES + "io.headgate.shaded.org.slf4j.spi.SLF4JServiceProvider",
                        SERVICES + "jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension",
                        SERVICES + "jakarta.enterprise.inject.spi.Extension",
                        SERVICES + "jakarta.ws.rs.core.Feature");
        assertThat(archive.names()).noneMatch(name -> name.endsWith("module-info.class"));
    }

    @Test
    void servicesNameClassesThatAreInIt() {
        List<String> names = archive.names().stream()
                .filter(name -> name.startsWith(SERVICES))
                .flatMap(name -> archive.content(name).lines())
                .toList();

        assertThat(names).hasSize(4).allMatch(name -> archive.classes().containsKey(name.replace('.', '/')));
    }

    @Test
    void theManifestGivesItANameAndWildFlyAModule() {
        Attributes manifest = archive.manifest().getMainAttributes();

        assertThat(manifest.getValue("Automatic-Module-Name")).isEqualTo("io.headgate");
        assertThat(manifest.getValue("Dependencies")).isEqualTo("jdk.unsupported");
        assertThat(manifest.getValue("Multi-Release")).isNull();
    }

    @Test
    void theNoticeNamesEachLibraryThatIsInIt() {
        assertThat(archive.content("META-INF/LICENSE")).contains("Apache License", "Version 2.0, January 2004");
        assertThat(archive.content("META-INF/NOTICE")).contains("Redisson", "Netty", "SnakeYAML", "SLF4J");
        assertThat(archive.content("META-INF/licenses/slf4j-LICENSE.txt"))
                .contains("QOS.ch", "Permission is hereby granted");
        assertThat(archive.content("META-INF/licenses/redisson-LICENSE.txt")).contains("Nikita Koksharov");
        assertThat(archive.content("META-INF/licenses/redisson-NOTICE.txt")).contains("Byte Buddy");
        assertThat(archive.content("META-INF/licenses/netty-NOTICE.txt")).contains("The Netty Project");
    }

    @Test
    void beansAreLookedForInHeadgateOnly() {
        assertThat(archive.content("META-INF/beans.xml"))
                .contains("bean-discovery-mode=\"annotated\"", "<exclude name=\"io.headgate.shaded.**\" />");
    }

    @Test
    void itHasAtMostSixMegabytes() {
        assertThat(Archive.file().length()).isLessThanOrEqualTo(LARGEST);
    }
}
