package io.headgate.internal.policy;

/** The table for the log at the start: each policy, its numbers, and the source of each number. */
public final class StartTable {

    StartTable() {}

    /** The table, several lines, without control characters other than line feeds. */
    public String text() {
        return "";
    }
}
