package io.headgate.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.Algorithm;
import io.headgate.internal.algorithm.Admission.Call;
import io.headgate.testing.Repository;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page about algorithms shows what the code does; {@link AlgorithmPage} writes it anew. */
class AlgorithmPageTest {

    /** Of 100 at 0:59, of 100 at 1:00, limit 100 per minute. */
    private static final Map<Algorithm, long[]> AT_AN_EDGE = Map.of(
            Algorithm.SLIDING_WINDOW, new long[] {100, 0},
            Algorithm.FIXED_WINDOW, new long[] {100, 100},
            Algorithm.SLIDING_LOG, new long[] {100, 0},
            Algorithm.TOKEN_BUCKET, new long[] {100, 1},
            Algorithm.LEAKY_BUCKET, new long[] {100, 2});

    @ParameterizedTest
    @MethodSource("io.headgate.internal.algorithm.Algorithms#supported")
    void f05_whatPassesASecondBeforeAnEdgeAndAtIt(Algorithm algorithm) {
        Admission admission = Admission.of(AlgorithmTables.limit(algorithm), AlgorithmTables.twoBursts());

        assertThat(AT_AN_EDGE).containsKey(algorithm);
        assertThat(new long[] {admittedAt(admission, 59), admittedAt(admission, 60)})
                .isEqualTo(AT_AN_EDGE.get(algorithm));
    }

    @Test
    void theFiguresOfThePageAreThoseOfTheCode() {
        String page = Repository.page("reference/" + AlgorithmPage.PAGE);

        assertThat(page).isEqualTo(AlgorithmPage.replacedIn(page));
    }

    @Test
    void thePictureIsDrawnByTheCode() {
        assertThat(Repository.page("reference/" + AlgorithmPage.PICTURE)).isEqualTo(AlgorithmPicture.draw());
    }

    @Test
    void thePageComparesEveryAlgorithm() {
        String page = Repository.page("reference/" + AlgorithmPage.PAGE);

        assertThat(Repository.tables("reference/" + AlgorithmPage.PAGE)
                        .get(0)
                        .get(0)
                        .toString())
                .contains(Algorithms.supported().stream().map(Enum::name).toList());
        assertThat(page).contains("(" + AlgorithmPage.PICTURE + ")");
    }

    private static long admittedAt(Admission admission, long second) {
        return admission.calls().stream()
                .filter(call -> call.atMicros() == second * Traffic.SECOND)
                .filter(Call::admitted)
                .count();
    }
}
