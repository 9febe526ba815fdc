package io.headgate.internal.store.redis;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Says in one line why Redis did not do what it was asked. */
final class Causes {

    private static final int DEPTH = 20;

    private Causes() {}

    /**
     * The first of the chain that has something to say, without what Redisson adds: channels and the commands that were
     * sent.
     */
    static String of(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < DEPTH && isWrapper(cause) && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null || message.isBlank()
                ? cause.getClass().getSimpleName()
                : message.lines()
                        .findFirst()
                        .orElse("")
                        .replaceAll("[.;,]? ?(channel|command|data|params|[Cc]ommand params): .*", "");
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure.getCause() != null
                        && (failure.getMessage() == null
                                || failure.getMessage()
                                        .equals(failure.getCause().toString()));
    }
}
