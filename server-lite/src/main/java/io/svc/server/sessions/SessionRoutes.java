package io.svc.server.sessions;

import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.PageRequest;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/sessions}, and the sessions of an agent. */
public final class SessionRoutes {
  private static final int LARGEST_LIST = 500;
  private static final int LONGEST_TIMELINE = 1_000;

  private final Database database;
  private final Agents agents;
  private final AgentSessions sessions;

  public SessionRoutes(Database database, Agents agents, AgentSessions sessions) {
    this.database = database;
    this.agents = agents;
    this.sessions = sessions;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    api.list("/api/agents/{agentId}/sessions", read, AgentSessions.COLUMNS, this::ofAgent);
    api.get("/api/sessions/{sessionId}", read, this::session);
  }

  private SessionList ofAgent(Call call, ListRequest list) {
    String agentId = call.id("agentId", "agent");
    PageRequest listPage = list.page(LARGEST_LIST, LARGEST_LIST);
    return database.read(
        tx -> {
          Agent agent = agents.get(tx, call.org(), agentId);
          LatestRows.Page<AgentSession> page = sessions.ofAgent(tx, call.org(), agentId, listPage);
          return new SessionList(
              page.rows().stream()
                  .map(session -> SessionView.of(session, agent.name(), tx.now()))
                  .toList(),
              page.total(),
              ListRequest.next(page));
        });
  }

  private void session(Call call) {
    String id = call.id("sessionId", "session");
    Query query = call.query();
    int limit = query.number("limit", 1, LONGEST_TIMELINE, LONGEST_TIMELINE);
    Evidence.TimelinePosition after =
        query
            .text("cursor")
            .map(SessionRoutes::parsePosition)
            .orElse(Evidence.TimelinePosition.FIRST);
    int offset = query.offset();
    boolean isMasked = !call.caller().may(Permission.EVIDENCE_READ);
    call.ok(
        database.read(
            tx -> {
              AgentSession session =
                  sessions
                      .find(tx, call.org(), id)
                      .orElseThrow(() -> ApiException.notFound("session", id));
              List<Evidence> found =
                  sessions.timeline(tx, call.org(), id, after, offset, limit + 1);
              List<Evidence> timeline = found.subList(0, Math.min(limit, found.size()));
              String agentName =
                  agents
                      .names(tx, call.org(), List.of(session.agentId()))
                      .getOrDefault(session.agentId(), "");
              return Map.of(
                  "session",
                  new SessionView.Detail(
                      SessionView.of(session, agentName, tx.now()),
                      timeline.stream().map(e -> SessionView.Entry.of(e, isMasked)).toList(),
                      session.evidenceCount(),
                      found.size() > limit,
                      timeline.isEmpty()
                          ? query.text("cursor")
                          : Optional.of(timeline.get(timeline.size() - 1).position().cursor())));
            }));
  }

  private static Evidence.TimelinePosition parsePosition(String cursor) {
    return Evidence.TimelinePosition.read(cursor)
        .orElseThrow(
            () -> Query.invalid("cursor", cursor, "expected a cursor from another page of it"));
  }

  private record SessionList(List<SessionView> sessions, long total, Optional<String> cursor) {}
}
