package io.headgate.internal.cdi;

import io.headgate.internal.log.Log;
import io.headgate.internal.policy.AnnotationView;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.build.compatible.spi.Parameters;
import jakarta.enterprise.inject.build.compatible.spi.SyntheticBeanCreator;
import jakarta.enterprise.inject.spi.DeploymentException;
import java.util.List;

/** The plan of an application whose classes were found at build time: read when the application starts. */
final class ReflectivePlanSource implements PlanSource {

    static final String LIMITED = "limited";
    static final String BEANS = "beans";

    private static final String FEATURE = "io.headgate.internal.rest.RateLimitFeature";

    private final Plan plan;

    private ReflectivePlanSource(List<String> limited, List<String> beans) {
        ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
        Discovery discovery = new Discovery(classLoader);
        for (String name : limited) {
            try {
                Class<?> type = Class.forName(name, false, classLoader);
                discovery.look(type, AnnotationView.REFLECTION);
                if (beans.contains(name)) {
                    discovery.isBean(type);
                }
            } catch (ClassNotFoundException | LinkageError missing) {
                Log.unreadable(name, missing);
            }
        }
        this.plan = discovery.plan();
        plan.mistakes().ifPresent(mistakes -> {
            throw new DeploymentException(mistakes);
        });
        plan.announce();
    }

    @Override
    public Plan plan() {
        return plan;
    }

    /** Makes the bean. */
    public static final class Creator implements SyntheticBeanCreator<PlanSource> {

        /** For the container. */
        public Creator() {}

        @Override
        public PlanSource create(Instance<Object> lookup, Parameters params) {
            ReflectivePlanSource source = new ReflectivePlanSource(
                    List.of(params.get(LIMITED, String[].class)), List.of(params.get(BEANS, String[].class)));
            if (source.plan().limitsRequests()) {
                warnIfUnlisted(lookup, source.plan().classLoader());
            }
            return source;
        }

        /** Quarkus takes only listed providers where an application lists classes. The feature is a bean all the same. */
        private static void warnIfUnlisted(Instance<Object> lookup, ClassLoader classLoader) {
            boolean left = Optionals.isPresent(QuarkusSuspension.REQUEST, classLoader)
                    && Optionals.load(FEATURE, classLoader)
                            .filter(feature -> !isConfigured(feature, lookup.select(feature)))
                            .isPresent();
            if (left) {
                Log.unlisted(FEATURE);
            }
        }

        private static boolean isConfigured(Class<?> type, Instance<?> feature) {
            return feature.isResolvable()
                    && Boolean.TRUE.equals(
                            Reflected.method(type, "isConfigured").call(feature.get()));
        }
    }
}
