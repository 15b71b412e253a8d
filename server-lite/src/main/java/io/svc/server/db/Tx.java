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
 * One transaction: its changes are stored completely or not at all. Valid only inside the call that
 * provides it, on that thread.
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
  public static void rejectInTransaction(String work) {
    if (Stores.isInside()) {
      throw new IllegalStateException(work + " inside a transaction");
    }
  }

  /** Returns the statements of a feature. */
  public <S> S on(Class<S> store) {
    return stores.on(store, handle);
  }

  /** The handle, for dynamic statements. */
  public Handle handle() {
    return handle;
  }

  /** Returns a batch for one statement with many rows. */
  public Batch batch(String sql) {
    return new Batch(handle, sql);
  }

  /**
   * Returns the rows of a query that runs with every decision, for which JDBI is too slow.
   *
   * @param values texts, whole numbers and booleans, one for each {@code ?}
   */
  public <T> List<T> rows(String sql, RowReader<T> reader, Object... values) {
    try (PlainStatement statement = new PlainStatement(handle, sql)) {
      return statement.rows(reader, values);
    }
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

  /** The database product, for the few statements that differ. */
  public Vendor vendor() {
    return vendor;
  }

  /** The time of the transaction, in milliseconds. */
  public Instant now() {
    return now;
  }

  /**
   * Returns the object of a feature that lasts until the end of this transaction; created on first
   * use.
   */
  public <T> T note(Class<T> type, Supplier<T> maker) {
    return type.cast(notes.computeIfAbsent(type, ignored -> maker.get()));
  }

  /**
   * Adds a step that runs after the commit, and not after a rollback. A failure of the step is
   * logged and has no other effect, because the transaction is stored.
   */
  public void afterCommit(Runnable step) {
    afterCommit.add(step);
  }

  /**
   * Invalidates the cached records of a kind after the commit.
   *
   * @param kind a kind that was passed to {@link Database#memory}
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
