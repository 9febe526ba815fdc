package io.headgate.internal.engine;

import io.headgate.KeyContext;
import io.headgate.LimitKey;
import io.headgate.internal.key.KeyExpression;
import io.headgate.internal.key.KeySources;
import io.headgate.internal.log.Log;
import io.headgate.internal.policy.Policy;
import io.headgate.internal.policy.Settings;
import java.util.List;
import java.util.Optional;

/** Who is counted: from a policy and a call to a key. */
final class Subjects {

    private static final String NO_ADDRESS = "no address";

    private final KeySources sources;
    private final Once once = new Once();
    private final Once unreadable = new Once();

    Subjects(Settings settings) {
        this.sources = new KeySources(settings.apiKeys(), settings.clientAddress(), this::warnNoAddress);
    }

    /** The key of a policy for a call; empty where the policy does not apply to it. */
    Optional<LimitKey> key(Policy policy, KeyContext call) {
        if (policy.unless().flatMap(unless -> unless.subject(call, sources)).isPresent()) {
            return Optional.empty();
        }
        Optional<List<String>> subject = policy.key().subject(call, sources);
        if (subject.isEmpty() && policy.origin() == Policy.Origin.ANNOTATED) {
            warnFallback(policy, call);
            subject = Optional.of(KeyExpression.fallback(call, sources));
        }
        return subject.map(parts -> LimitKey.of(policy.name(), parts));
    }

    private void warnFallback(Policy policy, KeyContext call) {
        if (once.first(policy.name())) {
            Log.keyWithoutValue(
                    policy.name(),
                    policy.key().toString(),
                    call.inRequest() ? "the client's address" : "one subject for all calls outside a request");
        }
    }

    /** Whoever answers for the call threw: the server's request, or its security context. */
    void warnUnreadable(Policy policy, RuntimeException failure) {
        if (unreadable.first(policy.name())) {
            Log.keyFailed(policy.name(), failure);
        }
    }

    private void warnNoAddress() {
        if (once.first(NO_ADDRESS)) {
            Log.noAddress();
        }
    }
}
