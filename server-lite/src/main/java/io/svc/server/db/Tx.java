package io.svc.server.db;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction: what is done with it is stored wholly or not at all. Valid only inside the call
 * that gave it, on that thread.
 */
public final class Tx {
  private static final Logger LOG = LoggerFactory.getLogger(Tx.class);

  private final Handle handle;
  private final Stores stores;
  private final ChangeCounters epochs;
  private final Vendor vendor;
  private final Instant now;
  private final Map<Class<?>, Object> notes = new HashMap<>();
  private final List<Runnable> afterCommit = new ArrayList<>();

  Tx(Handle handle, Stores stores, ChangeCounters epochs, Vendor vendor, Instant now) {
    this.handle = handle;
    this.stores = stores;
    this.epochs = epochs;
    this.vendor = vendor;
    this.now = now;
  }

  /**
   * Rejects work that must not delay others: on SQLite all tenants wait for a transaction that
   * writes.
   *
   * @param work the name of the rejected work, for the message
   * @throws IllegalStateException when the current thread is in a transaction of any store
   */
  public static void refuseInside(String work) {
    if (Stores.isInside()) {
      throw new IllegalStateException(work + " inside a transaction");
    }
  }

  /** The statements of a feature. */
  public <S> S on(Class<S> store) {
    return stores.on(store, handle);
  }

  /** For statements that are put together as they are needed. */
  public Handle handle() {
    return handle;
  }

  /** For one statement that is run with many rows. */
  public Batch batch(String sql) {
    return new Batch(handle.getConnection(), sql);
  }

  /** Removes all rows of a tenant from tables and returns the number of rows. */
  public long removeAll(OrgId org, String... tables) {
    long rows = 0;
    for (String table : tables) {
      rows +=
          handle
              .createUpdate("DELETE FROM <table> WHERE org_id = :org")
              .define("table", table)
              .bind("org", org)
              .execute();
    }
    return rows;
  }

  /** Which store this is, for the few statements that differ. */
  public Vendor vendor() {
    return vendor;
  }

  /** The time of the whole transaction, in milliseconds. */
  public Instant now() {
    return now;
  }

  /**
   * What a feature remembers until the end of this transaction; made when it is asked for first.
   */
  public <T> T note(Class<T> type, Supplier<T> maker) {
    return type.cast(notes.computeIfAbsent(type, ignored -> maker.get()));
  }

  /**
   * Something to do when all this is stored; it is not done when it is not. When it fails, that is
   * logged: what was stored stays stored, and nobody may be told otherwise.
   */
  public void afterCommit(Runnable step) {
    afterCommit.add(step);
  }

  /**
   * Nothing that was remembered of a kind of records is right any more once this is stored.
   *
   * @param kind as it was named to {@link Database#memory}
   */
  public void outdate(Class<?> kind) {
    afterCommit(() -> epochs.begin(kind));
  }

  void committed() {
    for (Runnable step : afterCommit) {
      try {
        step.run();
      } catch (RuntimeException e) {
        LOG.error("a step after a commit failed", e);
      }
    }
  }
}
