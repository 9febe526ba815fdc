package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KnownPropertiesTest {

    @Test
    void noNameIsListedTwice() {
        assertThat(KnownProperties.application())
                .extracting(KnownProperties.Entry::name)
                .doesNotHaveDuplicates();
        assertThat(KnownProperties.params())
                .extracting(KnownProperties.Entry::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void everyDefaultOfAParamIsAValueThatIsAllowed() {
        for (KnownProperties.Entry param : KnownProperties.params()) {
            if (!param.builtIn().isEmpty()) {
                FakeProperties properties = FakeProperties.of(
                        "ratelimit.policies", "all", "ratelimit.policy.all." + param.name(), param.builtIn());
                Resolution resolution = Fixture.resolve(properties);
                assertThat(resolution.mistakes()).isEmpty();
                assertThat(resolution.warnings()).isEmpty();
                assertThat(resolution.registry().configured())
                        .isEqualTo(Fixture.resolve(FakeProperties.of("ratelimit.policies", "all"))
                                .registry()
                                .configured());
            }
        }
    }
}
