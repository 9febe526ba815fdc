package io.headgate.internal.key;

/**
 * What keys need to know about the application.
 *
 * @param apiKeys where API keys are sent and which are known
 * @param clientAddress how addresses are grouped
 * @param onNoAddress called whenever a request is counted by address and the server shows none
 */
public record KeySources(ApiKeys apiKeys, ClientAddress clientAddress, Runnable onNoAddress) {}
