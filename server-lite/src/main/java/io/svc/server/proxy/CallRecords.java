package io.svc.server.proxy;

import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.json.Json;
import io.svc.server.runtime.LogDraft;
import io.svc.server.runtime.LogSeverity;
import io.svc.server.runtime.LogSource;
import io.svc.server.runtime.RuntimeLogs;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts on record what became of calls. That a call was let go is on record before it leaves; this
 * is about the end of it. Nobody waits for that: what ended while the disk was busy is written
 * together. Safe for many threads.
 */
final class CallRecords implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallRecords.class);
  private static final int LARGEST_GROUP = 64;
  private static final int LONGEST_QUEUE = 2_000;
  private static final int FIRST_ERROR = 400;
  private static final int FIRST_OWN_ERROR = 500;

  private final Database database;
  private final Events events;
  private final RuntimeLogs logs;
  private final Clock clock;
  private final BlockingQueue<Ended> queue = new LinkedBlockingQueue<>(LONGEST_QUEUE);
  private final Thread thread;
  private volatile boolean closing;

  CallRecords(Database database, Events events, RuntimeLogs logs, Clock clock) {
    this.database = database;
    this.events = events;
    this.logs = logs;
    this.clock = clock;
    this.thread = new Thread(this::run, "call-records");
    thread.setDaemon(true);
  }

  /** Begins to write. */
  void start() {
    thread.start();
  }

  /**
   * Notes how a call ended, soon. Where more end than can be written, whoever ends one writes it
   * himself.
   */
  void note(Trip trip) {
    Ended ended;
    try {
      Trip.ToolCall call = trip.event();
      ended = new Ended(trip.plan(), call, logs.prepare(List.of(line(trip.plan(), call))));
    } catch (RuntimeException e) {
      LOG.error("the end of a call could not be noted", e);
      return;
    }
    if (closing || !queue.offer(ended)) {
      write(List.of(ended));
    }
  }

  private void run() {
    List<Ended> group = new ArrayList<>();
    while (!closing || !queue.isEmpty()) {
      try {
        Ended first = queue.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          group.add(first);
          queue.drainTo(group, LARGEST_GROUP - 1);
          write(group);
        }
      } catch (InterruptedException e) {
        closing = true;
      } finally {
        group.clear();
      }
    }
  }

  /** The callers have their answers by then, so that nothing is thrown. */
  private void write(List<Ended> all) {
    try {
      database.change(tx -> all.forEach(one -> append(tx, one)));
    } catch (RuntimeException e) {
      if (all.size() == 1) {
        LOG.error("the end of a call could not be noted", e);
      } else {
        // One of them may be what the store refuses; the others are not to pay for it.
        all.forEach(one -> write(List.of(one)));
      }
    }
  }

  /** A call that ended, with the line about it as it is stored. */
  private record Ended(Trip.Plan plan, Trip.ToolCall call, RuntimeLogs.Prepared line) {}

  private void append(Tx tx, Ended ended) {
    Trip.Plan plan = ended.plan();
    events.append(
        tx,
        plan.org(),
        new EventDraft(EventType.TOOL_CALL, plan.agentId(), plan.sessionId(), ended.call()));
    plan.sessionId().ifPresent(id -> logs.append(tx, plan.org(), id, ended.line()));
  }

  private LogDraft line(Trip.Plan plan, Trip.ToolCall call) {
    String end =
        call.statusCode().map(code -> "status " + code).or(call::error).orElse(call.outcome());
    return new LogDraft(
        clock.instant(),
        severity(call),
        LogSource.PROXY,
        call.method()
            + " "
            + call.host()
            + call.pathTemplate()
            + ": "
            + end
            + " after "
            + call.durationMs()
            + " ms",
        plan.traceId().orElse(""),
        "",
        Json.tree(
            Map.of(
                "decision_id", call.decisionId().orElse(""),
                "decision", call.decision(),
                "outcome", call.outcome(),
                "request_bytes", call.requestBytes(),
                "response_bytes", call.responseBytes())));
  }

  private static LogSeverity severity(Trip.ToolCall call) {
    Optional<Integer> status = call.statusCode();
    if (call.error().isPresent() || status.filter(code -> code >= FIRST_OWN_ERROR).isPresent()) {
      return LogSeverity.ERROR;
    }
    return status.filter(code -> code >= FIRST_ERROR).isPresent()
        ? LogSeverity.WARNING
        : LogSeverity.INFO;
  }

  /** Writes what is left. */
  @Override
  public void close() {
    closing = true;
    try {
      thread.join(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Ended> left = new ArrayList<>();
    queue.drainTo(left);
    left.forEach(one -> write(List.of(one)));
  }
}
