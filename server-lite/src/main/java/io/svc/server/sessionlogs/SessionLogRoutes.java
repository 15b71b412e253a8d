package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import java.util.List;

/** {@code /api/store}: records of a session in addition to its timeline. */
public final class SessionLogRoutes {
  private static final int USUAL = 200;
  private static final int MAX = 1_000;
  private static final String MASK = "***";

  private final Database database;
  private final SessionLogs logs;
  private final TraceLinks links;

  public SessionLogRoutes(Database database, SessionLogs logs, TraceLinks links) {
    this.database = database;
    this.logs = logs;
    this.links = links;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.get("/api/store/runtime-logs", read, this::logs);
    api.get("/api/store/trace-links", read, this::links);
  }

  private void logs(Call call) {
    Query query = call.query();
    String sessionId = session(query);
    LogSeverity least = query.option("severity", LogSeverity.class).orElse(LogSeverity.DEBUG);
    int limit = query.number("limit", 1, MAX, USUAL);
    SessionLogs.Page page = database.read(tx -> logs.page(tx, call.org(), sessionId, least, limit));
    boolean isMasked = !call.caller().may(Permission.EVIDENCE_READ);
    List<LogLine> lines =
        isMasked ? page.lines().stream().map(SessionLogRoutes::masked).toList() : page.lines();
    call.ok(new Logs(sessionId, lines, page.total(), page.total() > lines.size()));
  }

  /**
   * Content that an agent sent or received requires permission to see evidence; attribute names do
   * not.
   */
  private static LogLine masked(LogLine line) {
    if (line.source() == LogSource.EVAL) {
      return line;
    }
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    for (var attribute : line.attributes().properties()) {
      JsonNode value = attribute.getValue();
      masked.set(
          attribute.getKey(), value.isNull() ? value : JsonNodeFactory.instance.textNode(MASK));
    }
    return line.with(masked);
  }

  private void links(Call call) {
    String sessionId = session(call.query());
    List<TraceLinks.TraceLink> found =
        database.read(tx -> links.ofSession(tx, call.org(), sessionId));
    call.ok(new Links(sessionId, found, found.size()));
  }

  private static String session(Query query) {
    String id =
        query
            .text("session_id")
            .orElseThrow(
                () ->
                    new ApiException(
                        ErrorCode.INVALID_PARAMETER,
                        "The parameter \"session_id\" is missing; expected a session."));
    if (!Identifiers.isWellFormed(id)) {
      throw ApiException.notFound("session", id);
    }
    return id;
  }

  /** The response with log lines. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Logs(String sessionId, List<LogLine> logs, long total, boolean truncated) {}

  /** The response with traces. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Links(String sessionId, List<TraceLinks.TraceLink> traceLinks, int total) {}
}
