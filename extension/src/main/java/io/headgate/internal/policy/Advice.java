package io.headgate.internal.policy;

import java.util.Collection;

/** What is allowed and probably not meant, seen once all policies are read. */
final class Advice {

    private Advice() {}

    /** A key that a client can invent. */
    static void onKeys(ReadPolicy policy, Settings settings, Findings findings) {
        if (settings.apiKeys().known() || !policy.on() || policy.onlyForCode()) {
            return;
        }
        if (policy.key().value().reliesOnApiKey()) {
            findings.warn(Warning.inventedKeys(policy.name(), Param.KEY.property()));
        }
        policy.unless()
                .filter(unless -> unless.value().reliesOnApiKey())
                .ifPresent(unless -> findings.warn(Warning.inventedKeys(policy.name(), Param.UNLESS.property())));
    }

    /** Values for many policies that reach none. That of a rehearsal is a switch of the application. */
    static void onIdleParams(Collection<ReadPolicy> policies, Lookup lookup) {
        boolean annotated =
                policies.stream().anyMatch(policy -> !policy.plan().uses().isEmpty());
        boolean requested = policies.stream().anyMatch(policy -> !policy.onlyForCode());
        for (Param<?> param : Param.ALL) {
            boolean rehearsal = param.equals(Param.SHADOW);
            warn(KnownProperties.OVERRIDE + param.property(), annotated || rehearsal, "annotated policies", lookup);
            if (PolicyReader.ONLY_FOR_REQUESTS.contains(param)) {
                warn(KnownProperties.DEFAULT + param.property(), requested, "policies that apply to requests", lookup);
            } else {
                warn(KnownProperties.DEFAULT + param.property(), !policies.isEmpty(), "all policies", lookup);
            }
        }
    }

    private static void warn(String property, boolean reaches, String whom, Lookup lookup) {
        if (!reaches && lookup.find(property).isPresent()) {
            lookup.findings().warn(Warning.reachesNobody(property, whom));
        }
    }
}
