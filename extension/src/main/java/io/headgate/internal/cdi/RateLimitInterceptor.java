package io.headgate.internal.cdi;

import io.headgate.RateLimitExceededException;
import io.headgate.Verdict;
import io.headgate.internal.policy.MethodWalk;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Decides before a method of a bean runs: outside transactions, and outside the retries of fault tolerance. */
@Limited
@Interceptor
@Priority(RateLimitInterceptor.PRIORITY)
public class RateLimitInterceptor implements Serializable {

    /** Before {@code Interceptor.Priority.PLATFORM_BEFORE + 200} (transactions) and 4010 (fault tolerance). */
    static final int PRIORITY = 150;

    @Serial
    private static final long serialVersionUID = 1L;

    @Inject
    @SuppressWarnings("serial") // a client proxy, which every container can passivate
    RateLimitRuntime runtime;

    /** For the container. */
    @SuppressWarnings("NullAway.Init")
    public RateLimitInterceptor() {}

    /**
     * Charges the policies of the method, or refuses the call.
     *
     * @throws RateLimitExceededException if a policy denies; a method that returns a stage returns a failed one
     */
    @AroundInvoke
    @SuppressWarnings("FutureReturnValueIgnored") // the caller of the bean gets the stage
    public Object decide(InvocationContext invocation) throws Exception {
        Class<?> beanClass = MethodWalk.unproxied(
                invocation.getTarget().getClass(), runtime.plan().seen());
        Verdict verdict = runtime.decide(beanClass, invocation.getMethod());
        if (verdict.allowed()) {
            return invocation.proceed();
        }
        RateLimitExceededException exceeded = new RateLimitExceededException(verdict);
        if (returnsStage(invocation.getMethod())) {
            return CompletableFuture.failedFuture(exceeded);
        }
        throw exceeded;
    }

    private static boolean returnsStage(Method method) {
        Class<?> type = method.getReturnType();
        return CompletionStage.class.isAssignableFrom(type) && type.isAssignableFrom(CompletableFuture.class);
    }
}
