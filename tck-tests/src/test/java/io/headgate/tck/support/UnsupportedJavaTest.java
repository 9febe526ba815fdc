package io.headgate.tck.support;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The one row in the report of a server that cannot run here: {@link JavaVersionFilter} lets it through there alone. */
class UnsupportedJavaTest {

    @Test
    void theServerNeedsAnotherJava() {
        Assumptions.abort(Server.underTest().unsupportedJava().orElseThrow());
    }
}
