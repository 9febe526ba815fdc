package io.headgate.tck.users;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;

/** Tells Jakarta Security who the users are. */
@ApplicationScoped
public class Users implements IdentityStore {

    /** Whether the password is the user's. */
    public CredentialValidationResult validate(UsernamePasswordCredential credential) {
        String user = credential.getCaller();
        return Passwords.isOf(user, credential.getPasswordAsString())
                ? new CredentialValidationResult(user, Passwords.rolesOf(user))
                : CredentialValidationResult.INVALID_RESULT;
    }
}
