package io.headgate.tck.quarkus.reactive;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.microprofile.metrics.Counter;
import org.eclipse.microprofile.metrics.MetricRegistry;
import org.eclipse.microprofile.metrics.Tag;

/**
 * Stands for MicroProfile Metrics, which Quarkus itself no longer has: the application's registry, which nobody but Headgate
 * asks for. It has counters with tags and no other metric.
 */
@ApplicationScoped
public class Registries {

    private static final Map<List<String>, LongAdder> COUNTED = new ConcurrentHashMap<>();

    /** How many calls of this policy came out so. */
    static long counted(String policy, String result) {
        return adder(List.of(policy, result)).sum();
    }

    private static LongAdder adder(List<String> tags) {
        return COUNTED.computeIfAbsent(tags, key -> new LongAdder());
    }

    @Produces
    @ApplicationScoped
    MetricRegistry registry() {
        Class<?> type = MetricRegistry.class;
        return (MetricRegistry)
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, Registries::counter);
    }

    private static Object counter(Object registry, Method method, Object[] arguments) {
        if (!method.getName().equals("counter")) {
            throw new AssertionError("Headgate needs nothing but counters, and asked for " + method);
        }
        Tag[] tags = arguments.length > 1 ? (Tag[]) arguments[1] : new Tag[0];
        return new Counting(adder(List.of(tags).stream().map(Tag::getTagValue).toList()));
    }

    private record Counting(LongAdder adder) implements Counter {

        @Override
        public void inc() {
            inc(1);
        }

        @Override
        public void inc(long more) {
            adder.add(more);
        }

        @Override
        public long getCount() {
            return adder.sum();
        }
    }
}
