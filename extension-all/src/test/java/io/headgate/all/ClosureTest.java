package io.headgate.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

/**
 * No class lacks what it needs, on paths that nobody takes in other tests either. Whoever takes one more class out of the
 * JAR, or raises the version of what is in it, hears of it here.
 */
class ClosureTest {

    private static final String TCNATIVE = Archive.SHADED + "io/netty/internal/tcnative/[^/]+";
    private static final String REDISSON = Archive.SHADED + "org/redisson/";
    private static final String NETTY = Archive.SHADED + "io/netty/";

    /** Classes that are not there, by which classes they may be named, and why that is right. */
    private record Absent(Pattern missing, Pattern by, String why) {

        static Absent of(String missing, String by, String why) {
            return new Absent(Pattern.compile(missing), Pattern.compile(by), why);
        }
    }

    /** What classes without a superclass or interface are needed for. They are loaded by nobody who lacks it. */
    private static final List<Absent> SUPERTYPES = List.of(
            Absent.of(
                    TCNATIVE,
                    NETTY + "handler/ssl/((Default|ReferenceCounted)?OpenSsl|JdkDelegating).*",
                    "TLS by OpenSSL, which comes as native libraries: Netty asks OpenSsl.isAvailable() first"),
            Absent.of(
                    "org/conscrypt/.*",
                    NETTY + "handler/ssl/Conscrypt.*",
                    "TLS by Conscrypt, if the application has it: Netty asks Conscrypt.isAvailable() first"),
            Absent.of(
                    "redis/clients/authentication/core/.*",
                    REDISSON + "config/EntraIdCredentialsResolver\\$1",
                    "Entra ID, if the application has that library: only a file of Redisson's names the resolver"));

    /** What is named and left out. */
    private static final List<Absent> NAMED = List.of(
            SUPERTYPES.get(0),
            Absent.of(
                    NETTY + "channel/(epoll|kqueue|uring)/[^/]+",
                    REDISSON + "(client/RedisClient|connection/ServiceManager)",
                    "native transports: only where a file of Redisson's asks for one"),
            Absent.of(
                    NETTY + "pkitesting/[^/]+",
                    NETTY + "handler/ssl/util/CertificateBuilderCertGenerator",
                    "self-signed certificates of servers"),
            Absent.of(
                    NETTY + "util/internal/logging/Log4J2LoggerFactory",
                    NETTY + "util/internal/logging/InternalLoggerFactory",
                    "a second choice: SLF4J is inside"),
            Absent.of(
                    REDISSON + "(reactive|rx|transaction|[A-Z]\\w*).*",
                    REDISSON + "Redisson(Batch|Keys|Node)?",
                    "kinds of objects that no limit is: these classes hand them out when asked"),
            Absent.of(
                    REDISSON + "codec/.*",
                    REDISSON + "(codec/(LZ4|Protobuf|Snappy|ZStd).*|config/Config(Support.*)?)",
                    "codecs of values and the default one: Headgate always sets its own"),
            Absent.of(
                    REDISSON + "mapreduce/.*",
                    REDISSON + "(BaseRedissonList|Redisson(Map|ScoredSortedSet|Set|SetCache|SortedSet))",
                    "made by their methods mapReduce()"),
            Absent.of(
                    REDISSON + "executor/.*",
                    REDISSON + "(RedissonNode|api/(CronSchedule|WorkerOptions))",
                    "options of executors"));

    @Test
    void noClassLacksASuperclassOrAnInterface() {
        assertListed(SUPERTYPES, absent(Archive::above));
    }

    @Test
    void whatIsLeftOutIsNamedByNoOtherClassesThanKnown() {
        Map<String, Set<String>> absent = absent(Archive::named);
        absent.keySet().removeIf(missing -> !missing.startsWith(Archive.SHADED));

        assertListed(NAMED, absent);
    }

    private interface Uses {
        Iterable<String> of(ClassReader type);
    }

    /** What is neither in the JAR, nor in the JDK, nor in an API of the server: and which classes use it. */
    private static Map<String, Set<String>> absent(Uses uses) {
        Map<String, ClassReader> classes = Archive.built().classes();
        Map<String, Set<String>> absent = new TreeMap<>();
        classes.forEach((name, type) -> {
            for (String used : uses.of(type)) {
                if (!classes.containsKey(used) && !isElsewhere(used)) {
                    absent.computeIfAbsent(used, any -> new TreeSet<>()).add(name);
                }
            }
        });
        return absent;
    }

    private static boolean isElsewhere(String name) {
        ClassLoader loader = name.startsWith("jakarta/") || name.startsWith("org/eclipse/microprofile/")
                ? ClosureTest.class.getClassLoader()
                : ClassLoader.getPlatformClassLoader();
        return name.startsWith("[") || loader.getResource(name + ".class") != null;
    }

    private static void assertListed(List<Absent> list, Map<String, Set<String>> absent) {
        List<String> unlisted = new ArrayList<>();
        Set<Absent> used = new HashSet<>();
        absent.forEach((missing, users) -> users.forEach(user -> list.stream()
                .filter(each -> each.missing.matcher(missing).matches()
                        && each.by.matcher(user).matches())
                .findFirst()
                .ifPresentOrElse(used::add, () -> unlisted.add(missing + " <- " + user))));

        assertThat(unlisted).isEmpty();
        assertThat(used).as("what the list says and nobody needs").containsExactlyInAnyOrderElementsOf(list);
    }
}
