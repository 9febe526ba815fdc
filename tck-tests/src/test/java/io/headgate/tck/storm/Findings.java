package io.headgate.tck.storm;

import io.headgate.tck.torture.Pauses.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What does not hold of the answers that clients had while Redis came and went: a sentence for each. */
public final class Findings {

    private final List<Sample> samples;
    private final List<Misfortune> happened;
    private final long limit;
    private final long share;
    private final Duration window;
    private final List<Pause> pauses;

    /**
     * Of what came of the requests.
     *
     * @param limit how many pass in a window, for each API key and each path
     * @param share how many of them one server grants alone
     * @param window the length of the windows of all limits
     * @param pauses when the clients' process or a server's stood still
     */
    public Findings(List<Sample> samples, Storm storm, long limit, long share, Duration window, List<Pause> pauses) {
        this.samples = samples;
        this.happened = storm.happened();
        this.limit = limit;
        this.share = share;
        this.window = window;
        this.pauses = pauses.stream()
                .sorted(Comparator.comparingLong(Pause::fromMillis))
                .toList();
    }

    /** How often each thing was seen without which all of this says nothing: a line for each, which ends with the number. */
    public List<String> whatWasSeen() {
        return List.of(
                "by Redis " + passed(sample -> sample.isOfRedis(limit)).count(),
                "alone "
                        + passed(sample -> !sample.isOfRedis(limit)
                                        && sample.reset().isPresent())
                                .count(),
                "uncounted " + passed(sample -> sample.reset().isEmpty()).count(),
                "refused "
                        + samples.stream()
                                .filter(sample -> sample.status() == 503)
                                .count(),
                "denied "
                        + samples.stream()
                                .filter(sample -> sample.status() == 429)
                                .count(),
                "lost " + happened.stream().filter(Misfortune::isLoss).count(),
                "out " + happened.stream().filter(Misfortune::isOutage).count());
    }

    private record Counted(String path, String subject, long reset) {}

    private record Alone(int node, Counted counted) {}

    /** In each window, Redis grants the limit, and once more for each loss of its data; beside it each server its share. */
    public List<String> tooManyPassed() {
        List<String> found = new ArrayList<>();
        counts(sample -> sample.isOfRedis(limit)).forEach((counted, passed) -> {
            if (passed > limit * (1 + losses(counted))) {
                found.add(passed + " by Redis with " + losses(counted) + " losses: " + counted);
            }
        });
        passed(sample -> !sample.isOfRedis(limit) && sample.reset().isPresent())
                .collect(Collectors.groupingBy(
                        sample -> new Alone(sample.node(), counted(sample)), Collectors.counting()))
                .forEach((alone, passed) -> {
                    if (passed > share) {
                        found.add(passed + " by one server alone: " + alone);
                    }
                });
        return found;
    }

    /** Where nothing happened and somebody was denied, exactly the limit has passed: nobody is robbed either. */
    public List<String> wrongInCalm() {
        List<String> found = new ArrayList<>();
        Map<Counted, Long> denied = samples.stream()
                .filter(sample -> sample.status() == 429)
                .collect(Collectors.groupingBy(Findings::counted, Collectors.counting()));
        Set<Counted> strange = strays().stream()
                .flatMap(sample ->
                        Stream.of(sample.sentMillis(), sample.doneMillis()).map(millis -> nominal(sample, millis)))
                .collect(Collectors.toSet());
        counts(sample -> true).forEach((counted, passed) -> {
            boolean told = denied.containsKey(counted) && !strange.contains(counted);
            if (told && isCalm(counted) && passed != limit) {
                found.add(passed + " in calm: " + counted);
            }
        });
        return found;
    }

    /** How many windows there were for {@link #wrongInCalm()}. */
    public long calmWindows() {
        return counts(sample -> true).keySet().stream().filter(this::isCalm).count();
    }

    /** 200 and 429, and 503 where the policy says so while Redis is not there. */
    public List<Sample> strangeStatuses() {
        return samples.stream()
                .filter(sample -> sample.status() != 200)
                .filter(sample -> sample.status() != 429 || !sample.isLimited())
                .filter(sample -> sample.status() != 503 || !sample.path().equals(Traffic.DENY))
                .toList();
    }

    /** Answers without Redis, though nothing had happened to it: it was late, on a machine with much to do. */
    public List<Sample> strays() {
        return samples.stream()
                .filter(Sample::isLimited)
                .filter(sample -> !sample.isOfRedis(limit))
                .filter(sample -> happened.stream()
                        .noneMatch(misfortune -> misfortune.mayBeFelt(sample.sentMillis(), sample.doneMillis())))
                .toList();
    }

    /** Slower than this, the time not counted in which the clients' process or the server's stood still. */
    public List<String> slowerThan(Duration bound) {
        return samples.stream()
                .filter(sample -> sample.tookMillis() - stoodStill(sample) > bound.toMillis())
                .map(sample -> sample + ", of which all stood still for " + stoodStill(sample) + " ms")
                .toList();
    }

    /** How long answers took that came without Redis, in the middle of all. */
    public Duration medianWithoutRedis() {
        List<Long> took = samples.stream()
                .filter(Sample::isLimited)
                .filter(sample -> !sample.isOfRedis(limit))
                .map(Sample::tookMillis)
                .sorted()
                .toList();
        return Duration.ofMillis(took.isEmpty() ? 0 : took.get(took.size() / 2));
    }

    /** How many were slower with that time counted in. */
    public long slowerInAllThan(Duration bound) {
        return samples.stream()
                .filter(sample -> sample.tookMillis() > bound.toMillis())
                .count();
    }

    /** The slowest of all. */
    public String slowest() {
        return samples.stream()
                .max(Comparator.comparingLong(Sample::tookMillis))
                .map(sample -> sample + ", of which all stood still for " + stoodStill(sample) + " ms")
                .orElse("none");
    }

    /** Moments in which several processes stood still count once. */
    private long stoodStill(Sample sample) {
        long still = 0;
        long counted = sample.sentMillis();
        for (Pause pause : pauses) {
            long from = Math.max(counted, pause.fromMillis());
            long to = Math.min(sample.doneMillis(), pause.toMillis());
            if (to > from) {
                still += to - from;
                counted = to;
            }
        }
        return still;
    }

    private Map<Counted, Long> counts(Predicate<Sample> which) {
        return passed(which.and(sample -> sample.reset().isPresent()))
                .collect(Collectors.groupingBy(Findings::counted, Collectors.counting()));
    }

    private Stream<Sample> passed(Predicate<Sample> which) {
        return samples.stream().filter(Sample::passed).filter(Sample::isLimited).filter(which);
    }

    private static Counted counted(Sample sample) {
        return new Counted(sample.path(), sample.subject(), sample.reset().orElse(0));
    }

    /** Where it would have been counted at this moment: it may have been counted late. */
    private Counted nominal(Sample sample, long millis) {
        long seconds = window.toSeconds();
        return new Counted(sample.path(), sample.subject(), (millis / 1000 / seconds + 1) * seconds);
    }

    private long start(Counted counted) {
        return counted.reset() * 1000 - window.toMillis();
    }

    private long losses(Counted counted) {
        return happened.stream()
                .filter(misfortune -> misfortune.forgetsIn(start(counted), counted.reset() * 1000))
                .count();
    }

    private boolean isCalm(Counted counted) {
        return happened.stream()
                .noneMatch(misfortune -> misfortune.mayBeFelt(start(counted), counted.reset() * 1000)
                        || misfortune.forgetsIn(start(counted), counted.reset() * 1000));
    }
}
