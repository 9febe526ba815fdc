package io.headgate.tck.users;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Map;
import java.util.Set;

/** The users: alice and bob, and carol, who has no role. */
@ApplicationScoped
public class Users implements IdentityStore {

    private static final Map<String, String> PASSWORDS =
            Map.of("alice", "alices-secret", "bob", "bobs-secret", "carol", "carols-secret");

    /** Whether the password is the user's. */
    public CredentialValidationResult validate(UsernamePasswordCredential credential) {
        String password = PASSWORDS.get(credential.getCaller());
        return password != null && credential.compareTo(credential.getCaller(), password)
                ? new CredentialValidationResult(credential.getCaller(), roles(credential.getCaller()))
                : CredentialValidationResult.INVALID_RESULT;
    }

    private static Set<String> roles(String caller) {
        return caller.equals("carol") ? Set.of() : Set.of("user");
    }
}
