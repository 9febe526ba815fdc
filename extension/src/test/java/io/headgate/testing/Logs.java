package io.headgate.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Everything that Headgate logs while this is open. */
public final class Logs extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.headgate");
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    /** Begins to listen. */
    public Logs() {
        logger.addHandler(this);
    }

    /** The messages of a level. */
    public List<String> at(Level level) {
        return records.stream()
                .filter(entry -> entry.getLevel().equals(level))
                .map(LogRecord::getMessage)
                .toList();
    }

    /** The warnings. */
    public List<String> warnings() {
        return at(Level.WARNING);
    }

    @Override
    public void publish(LogRecord entry) {
        records.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
