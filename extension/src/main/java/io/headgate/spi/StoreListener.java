package io.headgate.spi;

/** Hears when the store stops and starts to answer. Called on the deciding thread: must be quick and must not block. */
public interface StoreListener {

    /** An acquisition could not be decided by the store. */
    void storeFailed(StoreUnavailableException failure);

    /** The store answers again after a failure. */
    void storeRecovered();
}
