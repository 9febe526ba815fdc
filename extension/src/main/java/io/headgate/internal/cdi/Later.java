package io.headgate.internal.cdi;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A kind of result that a method may return at once and complete later. */
interface Later {

    /** A result that fails. */
    Object failed(Throwable failure);

    /** A result like the one that is to come. */
    Object like(CompletableFuture<Object> result);

    /** The kind that a method returns; empty where it returns only when it is done. */
    static Optional<Later> of(Class<?> returned) {
        if (CompletionStage.class.isAssignableFrom(returned) && returned.isAssignableFrom(CompletableFuture.class)) {
            return Optional.of(Stages.INSTANCE);
        }
        return returned.getName().equals(Unis.NAME) ? Optional.of(new Unis(returned)) : Optional.empty();
    }

    /** The stages of the JDK. */
    @SuppressWarnings("FutureReturnValueIgnored") // the caller of the bean gets the stage
    final class Stages implements Later {

        private static final Stages INSTANCE = new Stages();

        private Stages() {}

        @Override
        public Object failed(Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }

        @Override
        public Object like(CompletableFuture<Object> result) {
            CompletableFuture<Object> later = new CompletableFuture<>();
            CompletableFuture<?> unused = result.thenCompose(stage -> (CompletionStage<?>) stage)
                    .whenComplete((value, failure) -> pass(value, failure, later));
            return later;
        }

        /** Fails as the method itself would have, not with what stages wrap around it. */
        private static void pass(@Nullable Object value, @Nullable Throwable failure, CompletableFuture<Object> later) {
            if (failure == null) {
                later.complete(value);
            } else {
                boolean wrapped = failure instanceof CompletionException && failure.getCause() != null;
                later.completeExceptionally(wrapped ? failure.getCause() : failure);
            }
        }
    }

    /** Mutiny's {@code Uni}, called by name. */
    final class Unis implements Later {

        private static final String NAME = "io.smallrye.mutiny.Uni";

        private final Reflected flatMap;
        private final Object create;
        private final Reflected failure;
        private final Reflected completionStage;

        private Unis(Class<?> uni) {
            Reflected createFrom = Reflected.method(uni, "createFrom");
            this.create = Objects.requireNonNull(createFrom.call(null), "createFrom");
            this.failure = Reflected.method(create.getClass(), "failure", Throwable.class);
            this.completionStage = Reflected.method(create.getClass(), "completionStage", CompletionStage.class);
            this.flatMap = Reflected.method(uni, "flatMap", Function.class);
        }

        @Override
        public Object failed(Throwable cause) {
            return Objects.requireNonNull(failure.call(create, cause), "failure");
        }

        @Override
        public Object like(CompletableFuture<Object> result) {
            Object uniOfUni = completionStage.call(create, result);
            return Objects.requireNonNull(flatMap.call(uniOfUni, Function.identity()), "flatMap");
        }
    }
}
