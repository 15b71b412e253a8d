package io.svc.server.db;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of an SQLite file. SQLite allows one writing connection at a time; here a thread
 * owns it, and callers wait in a queue instead of in busy timeouts. Work that was queued during a
 * commit is committed together, with one wait for the disk: each piece of work of such a group has
 * its own savepoint, so that a failure undoes only that piece. Success is reported when the commit
 * is on disk.
 */
final class SqliteWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteWriter.class);
  private static final int LARGEST_GROUP = 256;
  private static final int LONGEST_QUEUE = 10_000;
  private static final String SAVEPOINT = "work";

  /** An empty task, which wakes the thread. */
  private final Task<?> noOperation = new Task<>(tx -> tx);

  private final LinkedBlockingQueue<Task<?>> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final Jdbi jdbi;
  private final Stores stores;
  private final ChangeCounters epochs;
  private final Clock clock;
  private final WalCheckpointer checkpointer;
  private final Thread thread;
  private volatile boolean closing;

  SqliteWriter(
      Jdbi jdbi, Stores stores, ChangeCounters epochs, Clock clock, WalCheckpointer checkpointer) {
    this.jdbi = jdbi;
    this.stores = stores;
    this.epochs = epochs;
    this.clock = clock;
    this.checkpointer = checkpointer;
    this.thread = new Thread(this::run, "store-writer");
    // Not a daemon thread: the process ends after its server was closed, because close() waits for
    // this thread.
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  boolean isWriter() {
    return Thread.currentThread() == thread;
  }

  <T> Database.CommitResult<T> write(Function<Tx, T> work) {
    Task<T> task = new Task<>(work);
    if (closing || !queue.offer(task)) {
      throw new StoreUnavailableException(
          closing ? "the store is closing" : "too many writes are waiting");
    }
    if (closing && !thread.isAlive() && queue.remove(task)) {
      // Added after the last check of the queue, so it would never be completed.
      throw new StoreUnavailableException("the store is closing");
    }
    T result = task.await();
    return new Database.CommitResult<>(result, requireNonNull(task.tx));
  }

  private void run() {
    List<Task<?>> group = new ArrayList<>();
    while (true) {
      try {
        Task<?> first = closing ? queue.poll() : queue.take();
        if (first == null) {
          return;
        }
        group.add(first);
        queue.drainTo(group, LARGEST_GROUP - 1);
        group.remove(noOperation);
        if (!group.isEmpty()) {
          commit(group);
          checkpointer.committed();
          truncateIfTooLarge();
        }
      } catch (InterruptedException e) {
        closing = true;
      } finally {
        group.clear();
      }
    }
  }

  private void commit(List<Task<?>> group) {
    try (Handle handle = jdbi.open()) {
      stores.enter(handle);
      handle.begin();
      if (group.size() == 1) {
        // Without a savepoint, for which SQLite would copy each changed page into a file.
        if (group.get(0).run(tx(handle))) {
          handle.commit();
        } else {
          handle.rollback();
        }
      } else {
        commitGroup(handle, group);
      }
    } catch (Throwable e) {
      // The commit failed: none of the group is stored, and every caller gets the error.
      for (Task<?> task : group) {
        task.fail(e);
      }
    } finally {
      stores.rejectLaterStatements();
    }
    for (Task<?> task : group) {
      task.complete();
    }
  }

  private void commitGroup(Handle handle, List<Task<?>> group) {
    for (Task<?> task : group) {
      handle.savepoint(SAVEPOINT);
      if (task.run(tx(handle))) {
        handle.releaseSavepoint(SAVEPOINT);
      } else {
        // This removes the savepoint in JDBI; SQLite releases it at commit.
        handle.rollbackToSavepoint(SAVEPOINT);
      }
    }
    handle.commit();
  }

  private Tx tx(Handle handle) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new Tx(handle, stores, epochs, Vendor.SQLITE, now);
  }

  /** Runs when all callers have their results, so that only later ones would have to wait. */
  private void truncateIfTooLarge() {
    if (checkpointer.isTooLarge()) {
      try (Handle handle = jdbi.open()) {
        checkpointer.tryTruncate(handle);
      } catch (RuntimeException e) {
        LOG.warn("the WAL could not be restarted", e);
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    // If the queue is full, the thread is awake.
    queue.offer(noOperation);
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Task<?> unfinished;
    while ((unfinished = queue.poll()) != null) {
      unfinished.fail(new StoreUnavailableException("the store is closing"));
      unfinished.complete();
    }
  }

  /** Work with a waiting caller. */
  private static final class Task<T> {
    private final Function<Tx, T> work;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    private @Nullable T result;
    private @Nullable Throwable failure;
    private @Nullable Tx tx;

    Task(Function<Tx, T> work) {
      this.work = work;
    }

    boolean run(Tx transaction) {
      tx = transaction;
      try {
        result = work.apply(transaction);
        return true;
      } catch (Throwable e) {
        failure = e;
        return false;
      }
    }

    void fail(Throwable e) {
      if (failure == null) {
        failure = e;
      }
    }

    void complete() {
      if (failure != null) {
        done.completeExceptionally(failure);
      } else {
        done.complete(result);
      }
    }

    T await() {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return done.get();
          } catch (InterruptedException e) {
            // Submitted work is stored or not, regardless of its caller's interruption.
            interrupted = true;
          } catch (ExecutionException e) {
            throw unchecked(e.getCause());
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private static RuntimeException unchecked(@Nullable Throwable cause) {
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
    }
  }
}
