package io.headgate.internal.policy;

import io.headgate.internal.key.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table for the log at the start: each policy, its numbers, and the source of each number. */
public final class StartTable {

    private static final List<String> HEAD =
            List.of("policy", "limit", "window", "algorithm", "cost", "key", "applies to");

    private final Settings settings;
    private final List<ReadPolicy> policies;

    StartTable(Settings settings, List<ReadPolicy> policies) {
        this.settings = settings;
        this.policies = List.copyOf(policies);
    }

    /** The table, several lines, without control characters other than line feeds. */
    public String text() {
        if (policies.isEmpty()) {
            return master() + "no policies";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        policies.forEach(policy -> rows.add(cells(policy)));
        int[] widths = widths(rows);
        List<String> lines = new ArrayList<>();
        lines.add(line(HEAD, widths));
        for (ReadPolicy policy : policies) {
            lines.add(line(cells(policy), widths));
            lines.add("    " + sources(policy));
        }
        return master() + String.join("\n", lines);
    }

    private String master() {
        return settings.enabled() ? "" : "switched off by ratelimit.enabled, every call passes\n";
    }

    private List<String> cells(ReadPolicy policy) {
        List<String> cells = List.of(
                policy.name(),
                limit(policy),
                policy.window().value().print(policy.algorithm().value(), settings.zone()),
                Values.kebab(policy.algorithm().value()),
                costs(policy),
                policy.onlyForCode() ? "named by code" : policy.key().value().toString(),
                appliesTo(policy.plan()));
        return cells.stream().map(Wording::printable).toList();
    }

    private static String limit(ReadPolicy policy) {
        String number = policy.permits().value().map(String::valueOf).orElse(Values.UNLIMITED);
        String state = policy.on() ? "" : " (off)";
        return number + state + (policy.shadow().value() ? " (shadow)" : "");
    }

    private static String costs(ReadPolicy policy) {
        List<Long> costs = new ArrayList<>();
        if (hasCostOfItsOwn(policy)) {
            costs.add(policy.configured().cost().value());
        }
        policy.uses().forEach(use -> costs.add(use.cost().value()));
        return costs.stream().distinct().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Whether it applies where no annotation gives the cost. */
    private static boolean hasCostOfItsOwn(ReadPolicy policy) {
        return policy.plan().configured() || policy.plan().manual();
    }

    private static String appliesTo(PolicyPlan plan) {
        List<String> places = new ArrayList<>();
        if (plan.configured()) {
            places.add("every request");
        }
        if (plan.manual()) {
            places.add("RateLimiter");
        }
        if (plan.uses().size() == 1) {
            LimitedMethod method = plan.uses().get(0).method();
            places.add(plan.named() ? Places.method(method.beanClass(), method.method()) : "this method");
        } else if (!plan.uses().isEmpty()) {
            places.add(plan.uses().size() + " methods");
        }
        return String.join(", ", places);
    }

    /** Which values come from where, those of one origin together. */
    private static String sources(ReadPolicy policy) {
        Map<String, List<String>> byOrigin = new LinkedHashMap<>();
        note(byOrigin, "limit", policy.permits());
        note(byOrigin, "window", policy.window());
        note(byOrigin, "algorithm", policy.algorithm());
        policy.burst().ifPresent(burst -> note(byOrigin, "burst " + burst.value(), burst));
        policy.maxWait().ifPresent(wait -> note(byOrigin, "max-wait " + Durations.print(wait.value()), wait));
        if (hasCostOfItsOwn(policy)) {
            note(byOrigin, "cost", policy.configured().cost());
        }
        policy.uses().forEach(use -> note(byOrigin, "cost", use.cost()));
        if (!policy.onlyForCode()) {
            note(byOrigin, "key", policy.key());
            policy.unless().ifPresent(unless -> note(byOrigin, "unless " + unless.value(), unless));
        }
        note(
                byOrigin,
                "on-store-failure " + Values.kebab(policy.onStoreFailure().value()),
                policy.onStoreFailure());
        note(byOrigin, "enabled", policy.enabled());
        note(byOrigin, "shadow", policy.shadow());
        return byOrigin.entrySet().stream()
                .map(entry -> String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static void note(Map<String, List<String>> byOrigin, String what, Chosen<?> chosen) {
        List<String> names = byOrigin.computeIfAbsent(chosen.given().origin(), origin -> new ArrayList<>());
        if (!names.contains(what)) {
            names.add(what);
        }
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(cells.get(i)).append(" ".repeat(widths[i] - cells.get(i).length() + 2));
        }
        return line.toString().stripTrailing();
    }
}
