package io.svc.server.proxy;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.Database;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.json.Json;
import io.svc.server.runtime.LogDraft;
import io.svc.server.runtime.LogSeverity;
import io.svc.server.runtime.LogSource;
import io.svc.server.runtime.RuntimeLogs;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts on record what became of calls. That a call was let go is on record before it leaves; this
 * is about the end of it, which is told as soon as it is known. Safe for many threads.
 */
final class CallRecords {
  private static final Logger LOG = LoggerFactory.getLogger(CallRecords.class);
  private static final int FIRST_ERROR = 400;
  private static final int FIRST_OWN_ERROR = 500;

  private final Database database;
  private final Events events;
  private final RuntimeLogs logs;
  private final Clock clock;

  CallRecords(Database database, Events events, RuntimeLogs logs, Clock clock) {
    this.database = requireNonNull(database, "database is null");
    this.events = requireNonNull(events, "events is null");
    this.logs = requireNonNull(logs, "logs is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Notes how a call ended. The caller has his answer by then, so that nothing is thrown. */
  void note(Trip trip) {
    try {
      Trip.Plan plan = trip.plan();
      Trip.ToolCall call = trip.event();
      RuntimeLogs.Prepared line = logs.prepare(List.of(line(plan, call)));
      database.change(
          tx -> {
            events.append(
                tx,
                plan.org(),
                new EventDraft(EventType.TOOL_CALL, plan.agentId(), plan.sessionId(), call));
            plan.sessionId().ifPresent(id -> logs.append(tx, plan.org(), id, line));
          });
    } catch (RuntimeException e) {
      LOG.error("the end of a call could not be noted", e);
    }
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
}
