package io.headgate.tck.support;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * What a test class or one of its tests needs and not every server has. On a server whose {@code server.properties} has {@code lacks.<need>}, the
 * report shows it as skipped, with the reason that stands there; {@code docs/integration} has a row for each.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(Needs.Condition.class)
public @interface Needs {

    /** Tests that run inside the server, with what Arquillian puts there. */
    String TESTS_INSIDE = "tests-inside";

    /** More than one {@code Application} class in one archive. */
    String SEVERAL_APPLICATIONS = "several-applications";

    /** Applications that come and go while the server runs. */
    String REDEPLOYMENT = "redeployment";

    /** MicroProfile Fault Tolerance. */
    String FAULT_TOLERANCE = "fault-tolerance";

    /** MicroProfile REST Client. */
    String REST_CLIENT = "rest-client";

    /** Enterprise beans and transactions. */
    String ENTERPRISE_BEANS = "enterprise-beans";

    /** Methods that Jakarta Concurrency runs on a thread of its own. */
    String MANAGED_THREADS = "managed-threads";

    /** Archives of several modules. */
    String ENTERPRISE_ARCHIVES = "enterprise-archives";

    /** Users, named by Jakarta Security or by what takes its place. */
    String USERS = "users";

    /** Resources that are published though CDI looks for no beans. */
    String RESOURCES_WITHOUT_BEANS = "resources-without-beans";

    /** That the application can do without MicroProfile Config. */
    String WITHOUT_CONFIG = "without-config";

    /** One of the constants of this annotation. */
    String value();

    /** Asks the server under test. */
    final class Condition implements ExecutionCondition {

        /** For JUnit. */
        public Condition() {}

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return AnnotationSupport.findAnnotation(context.getElement(), Needs.class)
                    .flatMap(needs -> Server.lacks(needs.value()))
                    .map(reason -> ConditionEvaluationResult.disabled(Server.underTest() + ": " + reason))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("the server has all that is needed"));
        }
    }
}
