package io.svc.server.telemetry;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Puts what was told on record before anybody is answered. What came in while the disk was busy is
 * stored together, in one transaction. What waits is bounded in items; beyond that, senders are
 * told to come again.
 */
final class TelemetryRecorder implements AutoCloseable {
  /** One transaction holds the writer no longer than about so many items take. */
  private static final int LARGEST_GROUP = 1_000;

  private static final int LARGEST_PART = 500;
  private static final int MOST_WAITING = 20_000;

  private final LinkedBlockingQueue<Entry> queue = new LinkedBlockingQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Database database;
  private final TelemetryLedger ledger;
  private final Thread thread;
  private volatile boolean closing;

  private record Entry(OrgId org, List<Item> items, CompletableFuture<List<Fate>> done) {}

  TelemetryRecorder(Database database, TelemetryLedger ledger) {
    this.database = database;
    this.ledger = ledger;
    this.thread = new Thread(this::run, "telemetry-recorder");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /**
   * Records items. When this returns, they are on disk; when it throws, some of them may be, and
   * those that have a key can be sent again.
   *
   * @throws StoreUnavailableException when the store takes nothing now
   */
  List<Fate> record(OrgId org, List<Item> items) {
    List<Entry> entries = new ArrayList<>();
    for (int from = 0; from < items.size(); from += LARGEST_PART) {
      List<Item> part = items.subList(from, Math.min(items.size(), from + LARGEST_PART));
      entries.add(new Entry(org, part, new CompletableFuture<>()));
    }
    if (waiting.addAndGet(items.size()) > MOST_WAITING) {
      waiting.addAndGet(-items.size());
      throw new StoreUnavailableException("too much telemetry is waiting");
    }
    try {
      entries.forEach(this::enter);
      List<Fate> fates = new ArrayList<>(items.size());
      entries.forEach(entry -> fates.addAll(entry.done().join()));
      return fates;
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      waiting.addAndGet(-items.size());
    }
  }

  private void enter(Entry entry) {
    if (closing) {
      throw new StoreUnavailableException("the store is closing");
    }
    queue.add(entry);
    if (closing && !thread.isAlive() && queue.remove(entry)) {
      throw new StoreUnavailableException("the store is closing");
    }
  }

  private void run() {
    List<Entry> group = new ArrayList<>();
    while (true) {
      try {
        Entry entry = queue.poll(100, TimeUnit.MILLISECONDS);
        if (entry == null) {
          if (closing) {
            return;
          }
          continue;
        }
        int size = 0;
        while (entry != null) {
          group.add(entry);
          size += entry.items().size();
          entry = size < LARGEST_GROUP ? queue.poll() : null;
        }
        store(group);
      } catch (InterruptedException e) {
        closing = true;
      } finally {
        group.clear();
      }
    }
  }

  private void store(List<Entry> group) {
    List<List<Fate>> fates;
    try {
      fates = database.write(tx -> write(tx, group));
    } catch (RuntimeException | Error e) {
      if (group.size() == 1) {
        group.get(0).done().completeExceptionally(e);
      } else {
        // One of them may be what the store refuses; the others are not to pay for it.
        List.copyOf(group).forEach(entry -> store(List.of(entry)));
      }
      return;
    }
    for (int i = 0; i < group.size(); i++) {
      group.get(i).done().complete(fates.get(i));
    }
  }

  private List<List<Fate>> write(Tx tx, List<Entry> group) {
    Map<OrgId, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < group.size(); i++) {
      places.computeIfAbsent(group.get(i).org(), any -> new ArrayList<>()).add(i);
    }
    List<List<Fate>> fates = new ArrayList<>();
    group.forEach(any -> fates.add(List.of()));
    places.forEach(
        (org, own) -> {
          List<Item> items = new ArrayList<>();
          own.forEach(place -> items.addAll(group.get(place).items()));
          List<Fate> all = ledger.write(tx, org, items);
          int from = 0;
          for (int place : own) {
            int to = from + group.get(place).items().size();
            fates.set(place, all.subList(from, to));
            from = to;
          }
        });
    return fates;
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Entry left;
    while ((left = queue.poll()) != null) {
      left.done().completeExceptionally(new StoreUnavailableException("the store is closing"));
    }
  }
}
