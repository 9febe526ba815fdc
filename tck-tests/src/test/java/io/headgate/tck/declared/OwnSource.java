package io.headgate.tck.declared;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/** A source of configuration that comes with the application. */
public class OwnSource implements ConfigSource {

    private static final Map<String, String> VALUES = Map.of(
            DeclaredResource.class.getName() + "/configured/RateLimit/limit",
            "1",
            "ratelimit.zone",
            "Pacific/Auckland");

    /** For the server. */
    public OwnSource() {}

    @Override
    public Set<String> getPropertyNames() {
        return VALUES.keySet();
    }

    @Override
    public String getValue(String name) {
        return VALUES.get(name);
    }

    @Override
    public String getName() {
        return "the application's own source";
    }
}
