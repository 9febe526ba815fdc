package io.headgate.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordingTest {

    private static final List<String> NAMES = List.of("limit", "window", "max-wait", "on-store-failure");

    @Test
    void guessesWhatWasMeant() {
        assertThat(Wording.nearest("limt", NAMES)).contains("limit");
        assertThat(Wording.nearest("ilmit", NAMES)).contains("limit");
        assertThat(Wording.nearest("maxWait", NAMES)).contains("max-wait");
        assertThat(Wording.nearest("ON_STORE_FAILURE", NAMES)).contains("on-store-failure");
        assertThat(Wording.nearest("onStorefailurs", NAMES)).contains("on-store-failure");
    }

    @Test
    void doesNotGuessWildly() {
        assertThat(Wording.nearest("period", NAMES)).isEmpty();
        assertThat(Wording.nearest("", NAMES)).isEmpty();
        assertThat(Wording.nearest("limit".repeat(100_000), NAMES)).isEmpty();
        assertThat(Wording.nearest("limit", List.of())).isEmpty();
        assertThat(Wording.didYouMean("period", NAMES)).isEmpty();
    }

    @Test
    void showsWhatIsInvisible() {
        assertThat(Wording.quote("a\tb\u007f\u2028\u200b\ud800c"))
                .isEqualTo("'a\\u0009b\\u007f\\u2028\\u200b\\ud800c'");
    }

    @Test
    void cutsWhatIsLong() {
        assertThat(Wording.printable("x".repeat(10_000))).hasSizeLessThan(350).endsWith("... (10000 characters)");
    }
}
