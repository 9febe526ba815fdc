/**
 * A small limited API. {@code /api/hello} has its limits from {@code META-INF/microprofile-config.properties} alone, {@code
 * /api/search} from an annotation beside them, {@code /api/quote} from an annotation on a bean that it calls. {@code
 * /api/algorithms/...} has the same limit by each algorithm.
 */
package io.headgate.example;
