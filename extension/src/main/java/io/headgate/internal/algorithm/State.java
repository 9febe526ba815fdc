package io.headgate.internal.algorithm;

/** What is remembered of one subject under one policy. Immutable; only the algorithm that made it can read it. */
public interface State {}
