package io.headgate.internal.cdi;

import io.headgate.RateLimitExceededException;
import io.headgate.Verdict;
import io.headgate.internal.engine.Turn;
import io.headgate.internal.policy.MethodWalk;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Decides before a method of a bean runs: outside transactions, and outside the retries of fault tolerance. */
@Limited
@Interceptor
@Priority(RateLimitInterceptor.PRIORITY)
public class RateLimitInterceptor implements Serializable {

    /**
     * Before {@code Interceptor.Priority.PLATFORM_BEFORE + 5} (methods that run on managed threads), {@code + 200}
     * (transactions) and 4010 (fault tolerance): the caller's thread is the one that knows the request.
     */
    static final int PRIORITY = 4;

    private static final Set<String> ENTERPRISE = Set.of(
            "jakarta.ejb.Stateless", "jakarta.ejb.Stateful", "jakarta.ejb.Singleton", "jakarta.ejb.MessageDriven");

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    @SuppressWarnings("serial") // a client proxy, which every container can passivate
    RateLimitRuntime runtime;

    /** For the container. */
    @SuppressWarnings("NullAway.Init")
    public RateLimitInterceptor() {}

    /**
     * Charges the policies of the method, or refuses the call, and waits for its turn. A method that returns a stage or a
     * {@code Uni} does not wait on its caller's thread: it runs when its turn has come. On an event loop it does not wait for
     * the store either. An enterprise bean waits on its caller's thread, whatever it returns.
     *
     * @throws RateLimitExceededException if a policy denies, or the thread is interrupted while it waits; a method that
     *     returns a stage or a {@code Uni} returns a failed one
     */
    @AroundInvoke
    public Object decide(InvocationContext invocation) throws Exception {
        Class<?> beanClass = MethodWalk.unproxied(
                invocation.getTarget().getClass(), runtime.plan().seen());
        Method method = invocation.getMethod();
        if (!runtime.isLimited(beanClass, method)) {
            return invocation.proceed();
        }
        CompletableFuture<Turn> decided = runtime.decide(beanClass, method);
        Optional<Later> later = runtime.later(method);
        boolean known = runtime.patience().canAwait(decided);
        CompletableFuture<Verdict> come = known ? decided.join().come() : decided.thenCompose(Turn::come);
        if (later.isPresent() && !come.isDone() && !isEnterprise(beanClass)) {
            return later.get().like(proceedLater(come, invocation));
        }
        if (!runtime.patience().canAwait(come)) {
            return unheard(invocation);
        }
        Optional<RateLimitExceededException> refusal = refusal(decided.join().await());
        if (refusal.isEmpty()) {
            return invocation.proceed();
        }
        return later.map(kind -> kind.failed(refusal.get())).orElseThrow(refusal::get);
    }

    /** An instance of an enterprise bean belongs to the next caller as soon as the call has returned. */
    private static boolean isEnterprise(Class<?> beanClass) {
        return Arrays.stream(beanClass.getAnnotations())
                .anyMatch(annotation ->
                        ENTERPRISE.contains(annotation.annotationType().getName()));
    }

    private CompletableFuture<Object> proceedLater(CompletableFuture<Verdict> come, InvocationContext invocation) {
        return come.thenApplyAsync(
                known -> {
                    refusal(known).ifPresent(exceeded -> {
                        throw exceeded;
                    });
                    try {
                        return invocation.proceed();
                    } catch (RuntimeException unchecked) {
                        throw unchecked;
                    } catch (Exception checked) {
                        throw new CompletionException(checked);
                    }
                },
                runtime.patience().later());
    }

    /** The call is charged, and nobody can wait to hear whether it may run, and when. */
    private Object unheard(InvocationContext invocation) throws Exception {
        runtime.patience().warnUnheard(invocation.getMethod());
        return invocation.proceed();
    }

    private static Optional<RateLimitExceededException> refusal(Verdict verdict) {
        return verdict.allowed() ? Optional.empty() : Optional.of(new RateLimitExceededException(verdict));
    }
}
