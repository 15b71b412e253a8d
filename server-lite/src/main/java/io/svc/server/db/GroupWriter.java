package io.svc.server.db;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A thread that writes entries of many callers in groups: entries that arrive during a transaction
 * share the next one. When a group fails, each of its entries is written alone. Safe for many
 * threads.
 *
 * @param <E> what callers add
 * @param <R> the result of an entry
 */
public final class GroupWriter<E, R> implements AutoCloseable {
  /** Entries; an empty one only wakes the thread. */
  private final BlockingQueue<Optional<Entry<E, R>>> queue;

  private final int largestGroup;
  private final ToIntFunction<E> size;
  private final Function<List<E>, List<R>> write;
  private final Thread thread;
  private volatile boolean closing;

  private record Entry<E, R>(E value, CompletableFuture<R> result) {}

  /**
   * @param name the name of the thread
   * @param longestQueue the maximum number of waiting entries
   * @param largestGroup the sum of sizes from which a group accepts no further entry
   * @param write stores a group in one transaction and returns a result for each entry
   */
  public GroupWriter(
      String name,
      int longestQueue,
      int largestGroup,
      ToIntFunction<E> size,
      Function<List<E>, List<R>> write) {
    this.queue = new LinkedBlockingQueue<>(longestQueue);
    this.largestGroup = largestGroup;
    this.size = size;
    this.write = write;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /**
   * Writes entries and returns their results when all are on disk. When it throws, some of the
   * entries may be on disk.
   *
   * @throws StoreUnavailableException when the queue is full or the writer is closed
   */
  public List<R> write(List<E> values) {
    List<CompletableFuture<R>> added = new ArrayList<>(values.size());
    for (E value : values) {
      added.add(add(value));
    }
    List<R> results = new ArrayList<>(values.size());
    try {
      for (CompletableFuture<R> result : added) {
        results.add(result.join());
      }
      return results;
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /**
   * Adds an entry, and returns its result when it is on disk.
   *
   * @throws StoreUnavailableException when the queue is full or the writer is closed
   */
  public CompletableFuture<R> add(E value) {
    Entry<E, R> entry = new Entry<>(value, new CompletableFuture<>());
    if (closing || !queue.offer(Optional.of(entry))) {
      throw new StoreUnavailableException(
          closing ? "the store is closing" : "too many entries are waiting");
    }
    if (closing && !thread.isAlive() && queue.remove(Optional.of(entry))) {
      throw new StoreUnavailableException("the store is closing");
    }
    return entry.result();
  }

  private void run() {
    List<Entry<E, R>> group = new ArrayList<>();
    while (!closing || !queue.isEmpty()) {
      try {
        Optional<Entry<E, R>> next = queue.poll(100, TimeUnit.MILLISECONDS);
        int total = 0;
        while (next != null && next.isPresent()) {
          group.add(next.get());
          total += size.applyAsInt(next.get().value());
          next = total < largestGroup ? queue.poll() : null;
        }
        if (!group.isEmpty()) {
          store(List.copyOf(group));
        }
      } catch (InterruptedException e) {
        closing = true;
      } finally {
        group.clear();
      }
    }
  }

  private void store(List<Entry<E, R>> group) {
    List<R> results;
    try {
      results = write.apply(group.stream().map(Entry::value).toList());
    } catch (RuntimeException | Error e) {
      if (group.size() == 1) {
        group.get(0).result().completeExceptionally(e);
      } else {
        // The store may reject one entry only; the others must not fail with it.
        group.forEach(entry -> store(List.of(entry)));
      }
      return;
    }
    for (int i = 0; i < group.size(); i++) {
      group.get(i).result().complete(results.get(i));
    }
  }

  @Override
  public void close() {
    closing = true;
    // A thread that finds no room for this one is awake.
    boolean unused = queue.offer(Optional.empty());
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Optional<Entry<E, R>>> unfinished = new ArrayList<>();
    queue.drainTo(unfinished);
    var closedError = new StoreUnavailableException("the store is closing");
    unfinished.forEach(
        queued -> queued.ifPresent(entry -> entry.result().completeExceptionally(closedError)));
  }
}
