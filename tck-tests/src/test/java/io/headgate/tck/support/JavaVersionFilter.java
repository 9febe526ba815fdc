package io.headgate.tck.support;

import java.util.Optional;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/** Where the server needs another Java than this one, {@link UnsupportedJavaTest} says so in the place of all tests. */
public final class JavaVersionFilter implements PostDiscoveryFilter {

    private final boolean supported = Server.underTest().unsupportedJava().isEmpty();

    /** Found by service file. */
    public JavaVersionFilter() {}

    @Override
    public FilterResult apply(TestDescriptor test) {
        return FilterResult.includedIf(test.getSource()
                .flatMap(JavaVersionFilter::className)
                .map(name -> supported != name.equals(UnsupportedJavaTest.class.getName()))
                .orElse(true));
    }

    private static Optional<String> className(TestSource source) {
        if (source instanceof ClassSource type) {
            return Optional.of(type.getClassName());
        }
        return source instanceof MethodSource method ? Optional.of(method.getClassName()) : Optional.empty();
    }
}
