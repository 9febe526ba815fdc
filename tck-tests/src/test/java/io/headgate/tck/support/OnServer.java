package io.headgate.tck.support;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Tests that hold on some servers only. On all others the report, and the table made of it, has a row with the reason. */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnServer.Condition.class)
public @interface OnServer {

    /** The names of the servers, which are those of their folders. */
    String[] value();

    /** The reason, a sentence for readers of the report. */
    String because();

    /** Reads the annotation. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String server = Server.underTest().toString();
            return AnnotationSupport.findAnnotation(context.getElement(), OnServer.class)
                    .filter(found -> !List.of(found.value()).contains(server))
                    .map(found -> ConditionEvaluationResult.disabled(found.because()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("for all servers, or this one"));
        }
    }
}
