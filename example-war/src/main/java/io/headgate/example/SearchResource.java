package io.headgate.example;

import io.headgate.RateLimit;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** Finds words. A search is dear, so it has a limit of its own, on top of the configured policies. */
@Path("/search")
@RequestScoped
public class SearchResource {

    private static final List<String> WORDS = List.of("dam", "gate", "headgate", "lock", "sluice", "spillway", "weir");

    /**
     * The words that contain a text. Each user, else each API key, else each address has 30 calls a minute. To change the
     * limit without touching the code, set the environment variable {@code
     * IO_HEADGATE_EXAMPLE_SEARCHRESOURCE_SEARCH_RATELIMIT_LIMIT}, or {@code RATELIMIT_POLICY_SEARCH_LIMIT}.
     *
     * @param text what to look for; every word contains the empty text
     */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RateLimit(name = "search", key = "user | api-key | ip", limit = 30, window = "1m")
    public List<String> search(@QueryParam("q") @DefaultValue("") String text) {
        return WORDS.stream().filter(word -> word.contains(text)).toList();
    }
}
