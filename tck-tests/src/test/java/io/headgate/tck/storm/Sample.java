package io.headgate.tck.storm;

import io.headgate.tck.support.Response;
import java.util.List;
import java.util.OptionalLong;

/**
 * One request and what came of it.
 *
 * @param node the number of the server
 * @param path what was asked
 * @param subject the API key that asked
 * @param sentMillis since 1970
 * @param doneMillis since 1970
 * @param tookMillis from the first attempt to connect to the last byte
 * @param status of the response; 0 if none came
 * @param limit as the response says, if it does
 * @param reset as the response says, in seconds since 1970
 */
public record Sample(
        int node,
        String path,
        String subject,
        long sentMillis,
        long doneMillis,
        long tookMillis,
        int status,
        OptionalLong limit,
        OptionalLong reset) {

    static Sample of(
            int node,
            String path,
            String subject,
            long sentMillis,
            long tookMillis,
            int status,
            List<OptionalLong> said) {
        long done = Math.max(System.currentTimeMillis(), sentMillis + tookMillis);
        return new Sample(node, path, subject, sentMillis, done, tookMillis, status, said.get(0), said.get(1));
    }

    /** What a response says of limit and reset. */
    static List<OptionalLong> said(Response response) {
        return List.of(number(response, "X-RateLimit-Limit"), number(response, "X-RateLimit-Reset"));
    }

    private static OptionalLong number(Response response, String name) {
        return response.all(name).isEmpty() ? OptionalLong.empty() : OptionalLong.of(response.number(name));
    }

    boolean passed() {
        return status == 200;
    }

    boolean isLimited() {
        return !path.equals(Traffic.FREE);
    }

    /** Whether Redis decided it: such a response shows the whole limit. */
    boolean isOfRedis(long wholeLimit) {
        return limit.isPresent() && limit.getAsLong() == wholeLimit;
    }
}
