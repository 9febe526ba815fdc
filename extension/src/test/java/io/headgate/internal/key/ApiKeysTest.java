package io.headgate.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ApiKeysTest {

    /** {@code printf secret | sha256sum}. */
    private static final String SHA256_OF_SECRET = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    @Test
    void withoutKnownKeysEveryKeyIsBelieved() {
        assertThat(ApiKeys.asSent().known()).isFalse();
        assertThat(ApiKeys.asSent().find(FakeCall.request().with("x-api-key", "invented")))
                .contains("invented");
    }

    @Test
    void anUnknownKeyIsNoKey() {
        ApiKeys keys = new ApiKeys("X-Api-Key", Set.of(SHA256_OF_SECRET));
        assertThat(keys.known()).isTrue();
        assertThat(keys.find(FakeCall.request().with("X-Api-Key", "secret"))).contains("secret");
        assertThat(keys.find(FakeCall.request().with("X-Api-Key", "Secret"))).isEmpty();
        assertThat(keys.find(FakeCall.request().with("X-Api-Key", SHA256_OF_SECRET)))
                .isEmpty();
        assertThat(keys.find(FakeCall.request())).isEmpty();
    }

    @Test
    void anInventedKeyBesideAKnownOneDoesNotHideIt() {
        ApiKeys keys = new ApiKeys("X-Api-Key", Set.of(SHA256_OF_SECRET));
        assertThat(keys.find(FakeCall.request().with("X-Api-Key", "invented", "secret")))
                .contains("secret");
    }

    @Test
    void theHeaderCanBeAnother() {
        ApiKeys keys = new ApiKeys("Authorization", Set.of());
        assertThat(keys.find(FakeCall.request().with("authorization", "Bearer x")))
                .contains("Bearer x");
        assertThat(keys.find(FakeCall.request().with("X-Api-Key", "x"))).isEmpty();
    }

    @Test
    void itsTextShowsNoDigest() {
        assertThat(new ApiKeys("X-Api-Key", Set.of(SHA256_OF_SECRET)).toString())
                .doesNotContain(SHA256_OF_SECRET)
                .contains("known=1");
    }
}
