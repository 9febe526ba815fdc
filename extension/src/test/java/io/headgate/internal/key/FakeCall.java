package io.headgate.internal.key;

import io.headgate.KeyContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A call of which a test says what keys see. */
final class FakeCall implements KeyContext {

    private final boolean inRequest;
    private final Map<String, List<String>> headers = new HashMap<>();
    private Optional<String> address = Optional.empty();
    private Optional<String> user = Optional.empty();

    private FakeCall(boolean inRequest) {
        this.inRequest = inRequest;
    }

    static FakeCall request() {
        return new FakeCall(true);
    }

    static FakeCall outside() {
        return new FakeCall(false);
    }

    FakeCall from(String peer) {
        address = Optional.of(peer);
        return this;
    }

    FakeCall by(String name) {
        user = Optional.of(name);
        return this;
    }

    FakeCall with(String header, String... values) {
        headers.computeIfAbsent(header.toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                .addAll(List.of(values));
        return this;
    }

    @Override
    public boolean inRequest() {
        return inRequest;
    }

    @Override
    public Optional<String> peerAddress() {
        return address;
    }

    @Override
    public Optional<String> user() {
        return user;
    }

    @Override
    public List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public Optional<Method> method() {
        return Optional.empty();
    }
}
