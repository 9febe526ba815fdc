package io.headgate.internal.policy;

import io.headgate.Count;

/**
 * A policy where it applies.
 *
 * @param policy the policy
 * @param cost permits that one call takes, at least 1
 * @param count which calls use permits up
 */
public record PolicyUse(Policy policy, long cost, Count count) {}
