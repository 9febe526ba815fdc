package io.headgate.tck.users;

import java.util.Map;
import java.util.Set;

/** The users: alice and bob, and carol, who has no role. */
public final class Passwords {

    private static final Map<String, String> PASSWORDS =
            Map.of("alice", "alices-secret", "bob", "bobs-secret", "carol", "carols-secret");

    private Passwords() {}

    /** Whether there is such a user, with this password. */
    public static boolean isOf(String user, String password) {
        return password.equals(PASSWORDS.get(user));
    }

    /** The roles of a user. */
    public static Set<String> rolesOf(String user) {
        return user.equals("carol") ? Set.of() : Set.of("user");
    }
}
