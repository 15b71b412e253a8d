package io.svc.server.telemetry;

import io.svc.server.db.Database;
import io.svc.server.db.GroupWriter;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stores items before their senders get a response. Items that arrive during a write are stored
 * together, in one transaction. The queue is limited in items; above the limit, senders must retry.
 */
final class TelemetryRecorder implements AutoCloseable {
  /** Limits the time that one transaction occupies the writer. */
  private static final int LARGEST_GROUP = 1_000;

  private static final int LARGEST_PART = 500;
  private static final int MAX_WAITING = 20_000;

  private final AtomicInteger waiting = new AtomicInteger();
  private final TelemetryWriter ledger;
  private final GroupWriter<Entry, List<IngestResult>> writer;

  private record Entry(OrgId org, List<TelemetryItem> items) {}

  TelemetryRecorder(Database database, TelemetryWriter ledger) {
    this.ledger = ledger;
    this.writer =
        new GroupWriter<>(
            "telemetry-recorder",
            MAX_WAITING,
            LARGEST_GROUP,
            entry -> entry.items().size(),
            group -> database.write(tx -> write(tx, group)));
  }

  void start() {
    writer.start();
  }

  /**
   * Records items. When this returns, the items are on disk. When it throws, some of them may be,
   * and items with a key can be sent again.
   *
   * @throws StoreUnavailableException when the store accepts no items now
   */
  List<IngestResult> record(OrgId org, List<TelemetryItem> items) {
    List<Entry> entries = new ArrayList<>();
    for (int from = 0; from < items.size(); from += LARGEST_PART) {
      List<TelemetryItem> part = items.subList(from, Math.min(items.size(), from + LARGEST_PART));
      entries.add(new Entry(org, part));
    }
    if (waiting.addAndGet(items.size()) > MAX_WAITING) {
      waiting.addAndGet(-items.size());
      throw new StoreUnavailableException("too much telemetry is waiting");
    }
    try {
      return writer.write(entries).stream().flatMap(List::stream).toList();
    } finally {
      waiting.addAndGet(-items.size());
    }
  }

  private List<List<IngestResult>> write(Tx tx, List<Entry> group) {
    Map<OrgId, List<Integer>> indexesByOrg = new LinkedHashMap<>();
    for (int i = 0; i < group.size(); i++) {
      indexesByOrg.computeIfAbsent(group.get(i).org(), any -> new ArrayList<>()).add(i);
    }
    List<List<IngestResult>> results = new ArrayList<>();
    group.forEach(any -> results.add(List.of()));
    indexesByOrg.forEach(
        (org, indexes) -> {
          List<TelemetryItem> items = new ArrayList<>();
          indexes.forEach(index -> items.addAll(group.get(index).items()));
          List<IngestResult> all = ledger.write(tx, org, items);
          int from = 0;
          for (int index : indexes) {
            int to = from + group.get(index).items().size();
            results.set(index, all.subList(from, to));
            from = to;
          }
        });
    return results;
  }

  @Override
  public void close() {
    writer.close();
  }
}
