package io.headgate;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** The call as keys see it, the same in the JAX-RS filter and in the interceptor. */
public interface KeyContext {

    /** Whether the call happens inside an HTTP request. If not, everything about HTTP is empty. */
    boolean inRequest();

    /** The address of the socket's peer as the server shows it, unless the server shows none. */
    Optional<String> peerAddress();

    /** The name of the authenticated caller, from the JAX-RS security context or the servlet request. */
    Optional<String> user();

    /** All values of a request header, in order; empty where it was not sent. Names are matched in any letter case. */
    List<String> header(String name);

    /** The method that is called, where one is known. */
    Optional<Method> method();
}
