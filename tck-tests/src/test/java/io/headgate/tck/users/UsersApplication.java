package io.headgate.tck.users;

import jakarta.annotation.security.DeclareRoles;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Asks for Basic credentials, by Jakarta Security: the same on every server. */
@ApplicationPath("/api")
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "tck")
@DeclareRoles("user")
public class UsersApplication extends Application {}
