package io.headgate.internal.time;

/**
 * What runs later in one application. Deadlines have a thread of their own: other tasks may take longer than a request can
 * wait.
 *
 * @param tasks runs what is done now and then
 * @param deadlines runs what ends a wait
 */
public record Timers(BackgroundScheduler tasks, BackgroundScheduler deadlines) {}
