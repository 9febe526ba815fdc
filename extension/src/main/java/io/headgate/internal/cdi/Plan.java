package io.headgate.internal.cdi;

import io.headgate.Algorithm;
import io.headgate.internal.algorithm.Algorithms;
import io.headgate.internal.log.Log;
import io.headgate.internal.policy.LimitedMethod;
import io.headgate.internal.policy.MethodKey;
import io.headgate.internal.policy.Policy;
import io.headgate.internal.policy.PolicyRegistry;
import io.headgate.internal.policy.PolicyResolver;
import io.headgate.internal.policy.PropertySource;
import io.headgate.internal.policy.Resolution;
import io.headgate.internal.policy.Settings;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is known of an application once its classes and its configuration were read, before anything runs.
 *
 * @param properties where configuration comes from
 * @param resolver keeps answering for methods that show up later
 * @param resolution the policies and where they apply
 * @param intercepted the methods that are the interceptor's
 * @param limitsRequests whether there is anything for the filters to do
 * @param seen whether discovery looked at a class
 * @param classLoader the context class loader of the deployment
 */
record Plan(
        PropertySource properties,
        PolicyResolver resolver,
        Resolution resolution,
        Set<MethodKey> intercepted,
        boolean limitsRequests,
        Predicate<Class<?>> seen,
        ClassLoader classLoader) {

    private static final String CONFIG_API = "org.eclipse.microprofile.config.ConfigProvider";
    private static final String CONFIG_SOURCE = "io.headgate.internal.policy.MicroProfileConfigSource";

    /** Reads the configuration and resolves all policies. */
    static Plan of(
            List<LimitedMethod> resourceMethods,
            List<LimitedMethod> beanMethods,
            Predicate<Class<?>> seen,
            ClassLoader classLoader) {
        PropertySource properties = configuration(classLoader);
        PolicyResolver resolver = new PolicyResolver(properties, Algorithms.offered());
        List<LimitedMethod> all =
                Stream.concat(resourceMethods.stream(), beanMethods.stream()).toList();
        Set<MethodKey> intercepted = new HashSet<>();
        beanMethods.forEach(limited -> intercepted.add(new MethodKey(limited.beanClass(), limited.method())));
        Resolution resolution = resolver.resolve(all);
        boolean limitsRequests = !resourceMethods.isEmpty()
                || !resolution.registry().configured().isEmpty();
        return new Plan(properties, resolver, resolution, intercepted, limitsRequests, seen, classLoader);
    }

    /** Everything that stops the deployment, as one text. */
    Optional<String> mistakes() {
        Settings settings = resolution.settings();
        List<String> mistakes = Stream.of(
                        resolution.mistakes().stream().map(mistake -> mistake.number() + ": " + mistake.text()),
                        ServerAdapters.missing(settings, classLoader).stream(),
                        Stores.missing(settings, classLoader).stream(),
                        Stores.unshareable(settings, shared()))
                .flatMap(texts -> texts)
                .toList();
        return mistakes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "HG0030: the rate limits of this application are wrong:\n  " + String.join("\n  ", mistakes));
    }

    /** The policies whose permits are shared with other Redisson programs. */
    List<Policy> shared() {
        PolicyRegistry registry = resolution.registry();
        return registry.names().stream()
                .sorted()
                .flatMap(name -> registry.policy(name).stream())
                .filter(policy -> policy.limit()
                        .filter(limit -> limit.algorithm() == Algorithm.REDISSON)
                        .isPresent())
                .toList();
    }

    /** Logs the warnings and the table. */
    void announce() {
        resolution.warnings().forEach(warning -> Log.warning(warning.number(), warning.text()));
        Stores.announce(resolution.settings(), classLoader);
        Log.started(resolution.startTable().text());
        Stores.announce(resolution.settings(), shared());
        if (!resolution.settings().enabled()) {
            Log.enabled(false);
        }
    }

    private static PropertySource configuration(ClassLoader classLoader) {
        if (!Optionals.isPresent(CONFIG_API, classLoader)) {
            Log.noConfiguration("this server has no such API");
            return PropertySource.EMPTY;
        }
        try {
            return Optionals.instantiate(CONFIG_SOURCE, PropertySource.class);
        } catch (IllegalStateException apiAlone) {
            Log.noConfiguration(String.valueOf(apiAlone.getMessage()));
            return PropertySource.EMPTY;
        }
    }
}
