package io.headgate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The rooms and their arrows: see {@code docs/internals/architecture.md}. */
@AnalyzeClasses(packages = "io.headgate", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseRulesTest {

    private static final String INTERNAL = "io.headgate.internal.";

    @ArchTest
    static final ArchRule publicApiNeverMentionsInternals = noClasses()
            .that()
            .resideInAnyPackage("io.headgate", "io.headgate.spi")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.headgate.internal..");

    @ArchTest
    static final ArchRule algorithmsKnowOnlyTheJdkAndTheApi = classes()
            .that()
            .resideInAPackage(INTERNAL + "algorithm..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "io.headgate", INTERNAL + "algorithm..", "org.jspecify.annotations..");

    @ArchTest
    static final ArchRule coreImportsNothingOfJakartaRest = noClasses()
            .that()
            .resideInAnyPackage(
                    INTERNAL + "engine..",
                    INTERNAL + "policy..",
                    INTERNAL + "key..",
                    INTERNAL + "store..",
                    INTERNAL + "algorithm..",
                    INTERNAL + "log..",
                    INTERNAL + "time..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.ws.rs..");

    @ArchTest
    static final ArchRule oneClassKnowsMicroProfileConfig = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(INTERNAL + "policy.MicroProfileConfigSource")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.microprofile.config..");

    @ArchTest
    static final ArchRule nobodyNamesThatClass = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(INTERNAL + "policy.MicroProfileConfigSource")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(INTERNAL + "policy.MicroProfileConfigSource");

    @ArchTest
    static final ArchRule optionalApisStayWhereTheyAreLoadedByName = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(INTERNAL + "telemetry.MicroProfileMetrics")
            .and()
            .doNotHaveFullyQualifiedName(INTERNAL + "cdi.ServletRequests")
            .and()
            .haveNameNotMatching(".*ServletRequests\\$.*")
            .and()
            .haveNameNotMatching(".*MicroProfileMetrics\\$.*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.servlet..", "org.eclipse.microprofile.metrics..");

    @ArchTest
    static final ArchRule onlyTheRedisStoreKnowsRedisson = noClasses()
            .that()
            .resideOutsideOfPackage(INTERNAL + "store.redis..")
            .and()
            .resideOutsideOfPackage(INTERNAL + "cdi..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.redisson..");

    @ArchTest
    static final ArchRule onlyTheCompositionRootMakesStores = noClasses()
            .that()
            .resideOutsideOfPackages(INTERNAL + "cdi..", INTERNAL + "store.local..", INTERNAL + "store.redis..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(INTERNAL + "store.local..", INTERNAL + "store.redis..");

    @ArchTest
    static final ArchRule onlyTheTimeRoomReadsClocks = noClasses()
            .that()
            .resideOutsideOfPackage(INTERNAL + "time..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(java.time.LocalDate.class, "now")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule arrowsFromTelemetryPointDown = arrow("telemetry", "cdi", "rest");

    @ArchTest
    static final ArchRule arrowsFromRestPointDown = arrow("rest", "cdi");

    @ArchTest
    static final ArchRule arrowsFromEnginePointDown = arrow("engine", "cdi", "rest", "telemetry");

    @ArchTest
    static final ArchRule arrowsFromPolicyPointDown = arrow("policy", "cdi", "rest", "telemetry", "engine");

    @ArchTest
    static final ArchRule arrowsFromKeyPointDown = arrow("key", "cdi", "rest", "telemetry", "engine", "policy");

    @ArchTest
    static final ArchRule arrowsFromStorePointDown =
            arrow("store", "cdi", "rest", "telemetry", "engine", "policy", "key");

    @ArchTest
    static final ArchRule arrowsFromLogPointDown =
            arrow("log", "cdi", "rest", "telemetry", "engine", "policy", "key", "store", "algorithm");

    @ArchTest
    static final ArchRule arrowsFromTimePointDown =
            arrow("time", "cdi", "rest", "telemetry", "engine", "policy", "key", "store", "algorithm");

    /** Each package is a slice of its own, the root package too. */
    @ArchTest
    static final ArchRule packagesHaveNoCycles = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                }

                @Override
                public String getDescription() {
                    return "packages";
                }
            })
            .should()
            .beFreeOfCycles();

    private static ArchRule arrow(String from, String... up) {
        DescribedPredicate<JavaClass> above = JavaClass.Predicates.resideInAnyPackage(
                java.util.Arrays.stream(up).map(room -> INTERNAL + room + "..").toArray(String[]::new));
        return noClasses()
                .that()
                .resideInAPackage(INTERNAL + from + "..")
                .should()
                .dependOnClassesThat(above);
    }
}
