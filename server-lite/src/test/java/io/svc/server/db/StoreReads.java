package io.svc.server.db;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleListener;
import org.jdbi.v3.core.Handles;

/** Counts how often threads of HTTP requests read the store, with or without JDBI's statements. */
public final class StoreReads implements HandleListener {
  private final AtomicInteger count = new AtomicInteger();

  private StoreReads() {}

  /** Starts to count the reads of a store. */
  public static StoreReads of(Database database) {
    StoreReads reads = new StoreReads();
    database.readers().getConfig(Handles.class).addListener(reads);
    return reads;
  }

  @Override
  public void handleCreated(Handle handle) {
    if (Thread.currentThread().getName().startsWith("http-")) {
      count.incrementAndGet();
    }
  }

  @Override
  public void handleClosed(Handle handle) {}

  /** Returns the number of reads so far. */
  public int count() {
    return count.get();
  }
}
