package io.headgate.tck.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** What a process writes, line by line as it comes. */
final class ProcessOutput {

    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    /** Takes in everything up to the end. */
    void read(InputStream in) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line, false);
            }
            add("(end of the output)", true);
        } catch (IOException e) {
            add(e.toString(), true);
        }
    }

    private synchronized void add(String line, boolean last) {
        lines.add(line);
        ended |= last;
        notifyAll();
    }

    synchronized int size() {
        return lines.size();
    }

    /** Waits until a line from this index on matches; false if the process ends before. */
    synchronized boolean await(Pattern pattern, int from, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        int next = from;
        try {
            while (true) {
                for (; next < lines.size(); next++) {
                    if (pattern.matcher(lines.get(next)).find()) {
                        return true;
                    }
                }
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (ended) {
                    return false;
                }
                if (left <= 0) {
                    throw new AssertionError("no " + pattern + " within " + patience + ":\n" + this);
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public synchronized String toString() {
        return String.join("\n", lines);
    }
}
