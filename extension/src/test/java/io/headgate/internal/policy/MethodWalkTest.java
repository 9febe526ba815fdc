package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which methods a class has, and which one runs. */
class MethodWalkTest {

    interface Parent {
        default String get() {
            return "parent";
        }
    }

    interface Child extends Parent {
        @Override
        default String get() {
            return "child";
        }
    }

    interface Grandchild extends Child {}

    static class Both implements Parent, Child {}

    static class Late extends Both implements Grandchild {}

    @Test
    void theMoreSpecificInterfaceWinsInWhateverOrderTheyAreNamed() {
        Method child = Fixture.method(Child.class, "get");
        assertThat(MethodWalk.interfaces(Both.class)).containsExactly(Child.class, Parent.class);
        assertThat(MethodWalk.interfaces(Late.class)).containsExactly(Grandchild.class, Child.class, Parent.class);
        for (Class<?> type : List.of(Both.class, Late.class)) {
            assertThat(MethodWalk.methods(type)).containsExactly(child);
            assertThat(MethodWalk.mostSpecific(type, Fixture.method(Parent.class, "get")))
                    .isEqualTo(child);
        }
    }

    interface Saves<T> {
        default String save(T thing) {
            return "default";
        }
    }

    abstract static class Store<T> {
        public String save(T thing) {
            return "store";
        }

        public String save(T thing, int times) {
            return "store";
        }
    }

    static class Texts extends Store<String> implements Saves<String> {
        @Override
        public String save(String thing) {
            return "texts";
        }
    }

    static class Inherits extends Store<String> {}

    @Test
    void anOverriddenGenericMethodIsGone() {
        assertThat(MethodWalk.methods(Texts.class))
                .containsExactlyInAnyOrder(
                        Fixture.method(Texts.class, "save", String.class),
                        Fixture.method(Store.class, "save", Object.class, int.class));
        assertThat(MethodWalk.methods(Inherits.class))
                .containsExactlyInAnyOrder(
                        Fixture.method(Store.class, "save", Object.class),
                        Fixture.method(Store.class, "save", Object.class, int.class));
    }

    static class Plain {}

    static class Odd$$Name extends Plain {}

    static class Odd$$Name$Proxy$_$$_WeldClientProxy extends Odd$$Name {}

    static class My_Subclass extends Plain {}

    static class Ordinary extends Plain {}

    @Test
    void theNearestClassThatWasSeenIsBehindAProxy() {
        Set<Class<?>> seen = Set.of(Plain.class, Odd$$Name.class, My_Subclass.class);
        assertThat(unproxied(Odd$$Name$Proxy$_$$_WeldClientProxy.class, seen)).isEqualTo(Odd$$Name.class);
        assertThat(unproxied(Odd$$Name.class, seen)).isEqualTo(Odd$$Name.class);
        assertThat(unproxied(My_Subclass.class, seen)).isEqualTo(My_Subclass.class);
        assertThat(unproxied(My_Subclass.class, Set.of(Plain.class))).isEqualTo(Plain.class);
    }

    @Test
    void whatNobodySawIsItself() {
        assertThat(unproxied(Odd$$Name.class, Set.of())).isEqualTo(Odd$$Name.class);
        assertThat(unproxied(Ordinary.class, Set.of(Plain.class))).isEqualTo(Ordinary.class);
    }

    private static Class<?> unproxied(Class<?> type, Set<Class<?>> seen) {
        return MethodWalk.unproxied(type, seen::contains);
    }
}
