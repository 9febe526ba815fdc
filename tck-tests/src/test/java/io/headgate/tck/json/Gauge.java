package io.headgate.tck.json;

import jakarta.json.bind.annotation.JsonbProperty;

/** A value whose name in JSON only JSON-B knows. */
public class Gauge {

    /** The height of the water. */
    @JsonbProperty("water-level")
    public int level = 7;
}
