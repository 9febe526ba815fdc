package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.RateLimit;
import jakarta.annotation.PostConstruct;
import jakarta.decorator.Decorator;
import jakarta.enterprise.inject.Disposes;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.rest.client.inject.RegisterRestClient;
import org.junit.jupiter.api.Test;

/** What is found in one class, where there is no Jakarta REST. */
class ScannerTest {

    private static Scan scan(Class<?> type) {
        return new Scanner(ResourceRules.NONE, AnnotationView.REFLECTION).scan(type);
    }

    private static List<String> beanMethods(Scan scan) {
        return scan.beanMethods().stream()
                .map(limited -> limited.method().getName())
                .toList();
    }

    private static String on(Class<?> type, String method) {
        return "@RateLimit on " + type.getName() + method + " ";
    }

    @Interceptor
    @RateLimit
    static class Intercepts {
        @AroundInvoke
        @RateLimit
        Object around(InvocationContext invocation) throws Exception {
            return invocation.proceed();
        }
    }

    @Decorator
    static class Decorates {
        @RateLimit(limit = 1)
        @RateLimit(limit = 2)
        public String hi() {
            return "hi";
        }
    }

    @Test
    void interceptorsAndDecoratorsAreNotLimited() {
        assertThat(scan(Intercepts.class).dead())
                .hasSize(2)
                .allMatch(line -> line.contains(" can never fire: calls of an interceptor are not intercepted"))
                .anyMatch(line -> line.startsWith(on(Intercepts.class, "")))
                .anyMatch(line -> line.startsWith(on(Intercepts.class, "#around")));
        assertThat(scan(Decorates.class).dead())
                .as("said once for both annotations of the method")
                .containsExactly(
                        on(Decorates.class, "#hi") + "can never fire: calls of a decorator are not intercepted: put"
                                + " the annotation on the bean");
        assertThat(beanMethods(scan(Intercepts.class))).isEmpty();
        assertThat(beanMethods(scan(Decorates.class))).isEmpty();
    }

    @RateLimit
    static class InterceptsItself {
        @PostConstruct
        void start() {}

        @AroundInvoke
        Object around(InvocationContext invocation) throws Exception {
            return invocation.proceed();
        }

        @AroundTimeout
        @RateLimit
        Object timeout(InvocationContext invocation) throws Exception {
            return invocation.proceed();
        }

        void dispose(@Disposes StringBuilder made) {}

        @RateLimit
        void disposeToo(@Disposes StringBuffer made) {}

        public String hi() {
            return "hi";
        }
    }

    @Test
    void anAnnotationOfAClassPassesOverWhatTheContainerCalls() {
        Scan scan = scan(InterceptsItself.class);
        assertThat(beanMethods(scan)).containsExactly("hi");
        assertThat(scan.dead())
                .hasSize(2)
                .anyMatch(line -> line.startsWith(on(InterceptsItself.class, "#timeout") + "can never fire: "))
                .anyMatch(line ->
                        line.startsWith(on(InterceptsItself.class, "#disposeToo") + "can never fire: a disposer"));
    }

    abstract static class Store<T> {
        @RateLimit(name = "save", limit = 5)
        public String save(T thing) {
            return "store";
        }
    }

    static class Repeats extends Store<String> {
        @Override
        @RateLimit(name = "save", limit = 1)
        public String save(String thing) {
            return thing;
        }
    }

    static class Drops extends Store<String> {
        @Override
        public String save(String thing) {
            return thing;
        }
    }

    @Test
    void anOverrideReplacesTheGenericMethodAbove() {
        Scan repeats = scan(Repeats.class);
        assertThat(repeats.beanMethods())
                .singleElement()
                .extracting(LimitedMethod::method)
                .isEqualTo(Fixture.method(Repeats.class, "save", String.class));
        assertThat(repeats.dead()).isEmpty();
        Scan drops = scan(Drops.class);
        assertThat(drops.beanMethods()).isEmpty();
        assertThat(drops.dead())
                .singleElement()
                .asString()
                .startsWith(on(Store.class, "#save") + "does not limit " + Drops.class.getName() + "#save");
    }

    @RegisterRestClient
    @RateLimit
    interface Client {
        @RateLimit
        String get();
    }

    @Test
    void aRestClientsCallsAreOutgoing() {
        assertThat(scan(Client.class).dead())
                .hasSize(2)
                .allMatch(line -> line.contains(" does not limit the calls of this REST client: "));
    }

    @RateLimit(limit = 9)
    static class Annotated {
        public String hi() {
            return "hi";
        }
    }

    static class AnnotatedLater extends Annotated {}

    @RateLimit(limit = 2)
    @RateLimit(limit = 3)
    static class Carrier {}

    @Test
    void whatAnExtensionPutsOnAClassReplacesWhatTheClassInherits() {
        for (Annotation added : List.of(
                Intercepts.class.getAnnotation(RateLimit.class), Carrier.class.getAnnotation(RateLimit.List.class))) {
            List<Annotation> annotations = new ArrayList<>(List.of(AnnotatedLater.class.getAnnotations()));
            annotations.add(added);
            Scan scan = new Scanner(
                            ResourceRules.NONE, new Changed(Map.of(AnnotatedLater.class, annotations), Map.of()))
                    .scan(AnnotatedLater.class);
            assertThat(scan.beanMethods())
                    .singleElement()
                    .satisfies(limited -> assertThat(limited.declarations())
                            .hasSize(added instanceof RateLimit ? 1 : 2)
                            .allMatch(declaration -> declaration.bearer() == AnnotatedLater.class)
                            .noneMatch(declaration -> declaration.annotation().limit() == 9));
        }
        assertThat(scan(AnnotatedLater.class).beanMethods().get(0).declarations())
                .as("without the extension")
                .extracting(Declaration::bearer)
                .containsExactly(Annotated.class);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Calm {}

    @Retention(RetentionPolicy.RUNTIME)
    @interface Outer {}

    @Outer
    static class Stereotyped {
        public String hi() {
            return "hi";
        }
    }

    @Test
    void stereotypesAreThoseThatTheContainerKnows() {
        AnnotationView view = new Changed(
                Map.of(),
                Map.of(
                        Outer.class,
                        List.of(Ping.class.getAnnotation(Calm.class)),
                        Calm.class,
                        List.of(Annotated.class.getAnnotation(RateLimit.class))));
        assertThat(new Scanner(ResourceRules.NONE, view)
                        .scan(Stereotyped.class)
                        .beanMethods()
                        .get(0)
                        .declarations())
                .extracting(Declaration::bearer)
                .containsExactly(Calm.class);
        assertThat(scan(Stereotyped.class).isEmpty()).isTrue();
    }

    @Calm
    static class Ping {}

    /** Annotations as extensions changed them. */
    private record Changed(
            Map<Class<?>, List<Annotation>> classes, Map<Class<? extends Annotation>, List<Annotation>> stereotypes)
            implements AnnotationView {

        @Override
        public Collection<? extends Annotation> of(Class<?> type) {
            return classes.containsKey(type) ? classes.getOrDefault(type, List.of()) : REFLECTION.of(type);
        }

        @Override
        public Collection<? extends Annotation> of(Method method) {
            return REFLECTION.of(method);
        }

        @Override
        public Collection<? extends Annotation> ofStereotype(Class<? extends Annotation> type) {
            return stereotypes.getOrDefault(type, List.of());
        }
    }
}
