package io.svc.server.proxy;

import io.svc.server.db.Database;
import io.svc.server.db.GroupWriter;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.json.Json;
import io.svc.server.sessionlogs.LogDraft;
import io.svc.server.sessionlogs.LogSeverity;
import io.svc.server.sessionlogs.LogSource;
import io.svc.server.sessionlogs.SessionLogs;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the results of proxied calls. The decision about a call is durable before the call is
 * sent; its result is written later, in batches, and no caller waits for it. Thread-safe.
 */
final class CallRecords implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallRecords.class);
  private static final int LARGEST_GROUP = 64;
  private static final int LONGEST_QUEUE = 2_000;
  private static final int FIRST_ERROR = 400;
  private static final int FIRST_PROXY_ERROR = 500;

  private final Database database;
  private final Events events;
  private final SessionLogs logs;
  private final Clock clock;
  private final GroupWriter<CompletedCall, CompletedCall> writer =
      new GroupWriter<>("call-records", LONGEST_QUEUE, LARGEST_GROUP, ended -> 1, this::write);

  CallRecords(Database database, Events events, SessionLogs logs, Clock clock) {
    this.database = database;
    this.events = events;
    this.logs = logs;
    this.clock = clock;
  }

  /** Starts writing. */
  void start() {
    writer.start();
  }

  /**
   * Records the end of a call asynchronously. When the queue is full, the caller writes it. The
   * response was already sent, so no error is thrown.
   */
  void note(ProxyExchange exchange) {
    try {
      ProxyExchange.ToolCall call = exchange.event();
      var ended =
          new CompletedCall(
              exchange.plan(), call, logs.prepare(List.of(line(exchange.plan(), call))));
      var unused = add(ended).whenComplete((written, failure) -> report(failure));
    } catch (RuntimeException e) {
      report(e);
    }
  }

  private CompletableFuture<CompletedCall> add(CompletedCall ended) {
    try {
      return writer.add(ended);
    } catch (StoreUnavailableException e) {
      write(List.of(ended));
      return CompletableFuture.completedFuture(ended);
    }
  }

  private static void report(@Nullable Throwable failure) {
    if (failure != null) {
      LOG.error("the end of a call was not recorded", failure);
    }
  }

  private List<CompletedCall> write(List<CompletedCall> all) {
    database.change(tx -> all.forEach(callRecord -> append(tx, callRecord)));
    return all;
  }

  /** A call that ended, with its stored entry. */
  private record CompletedCall(
      ProxyExchange.CallMetadata plan, ProxyExchange.ToolCall call, SessionLogs.MaskedLines line) {}

  private void append(Tx tx, CompletedCall ended) {
    ProxyExchange.CallMetadata plan = ended.plan();
    events.append(
        tx,
        plan.org(),
        new EventDraft(EventType.TOOL_CALL, plan.agentId(), plan.sessionId(), ended.call()));
    plan.sessionId().ifPresent(id -> logs.append(tx, plan.org(), id, ended.line()));
  }

  private LogDraft line(ProxyExchange.CallMetadata plan, ProxyExchange.ToolCall call) {
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

  private static LogSeverity severity(ProxyExchange.ToolCall call) {
    Optional<Integer> status = call.statusCode();
    if (call.error().isPresent() || status.filter(code -> code >= FIRST_PROXY_ERROR).isPresent()) {
      return LogSeverity.ERROR;
    }
    return status.filter(code -> code >= FIRST_ERROR).isPresent()
        ? LogSeverity.WARNING
        : LogSeverity.INFO;
  }

  /** Writes the remaining records. */
  @Override
  public void close() {
    writer.close();
  }
}
