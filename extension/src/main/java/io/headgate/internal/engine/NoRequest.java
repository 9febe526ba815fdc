package io.headgate.internal.engine;

import io.headgate.KeyContext;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/**
 * A call outside any HTTP request.
 *
 * @param method the method that is called
 */
public record NoRequest(Optional<Method> method) implements KeyContext {

    @Override
    public boolean inRequest() {
        return false;
    }

    @Override
    public Optional<String> peerAddress() {
        return Optional.empty();
    }

    @Override
    public Optional<String> user() {
        return Optional.empty();
    }

    @Override
    public List<String> header(String name) {
        return List.of();
    }
}
