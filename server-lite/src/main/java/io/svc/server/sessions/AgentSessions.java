package io.svc.server.sessions;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The sessions of agents, within the transaction of the caller. Safe for use by several threads,
 * and by several servers: concurrent callers that open the same session get the same one.
 */
public final class AgentSessions implements AgentExtras {
  /** The columns of sessions. */
  static final ListColumns COLUMNS =
      ListColumns.of("session_id", "ses_", "id")
          .texts("externalId")
          .numbers("startedAt")
          .number("lastActivityAt", "last_at")
          .numbers("endedAt")
          .numbers("counts.toolCalls", "counts.decisions", "counts.denied", "counts.approvals")
          .numbers("counts.alerts", "riskPeak");

  private static final int SESSIONS_OF_TOOLS = 20;
  private static final int ENTRIES_OF_TOOLS = 2_000;

  private final Identifiers identifiers;
  private final CachedCounts<Map<String, Long>> totals =
      new CachedCounts<>(counts -> counts.values().stream().mapToLong(Long::longValue).sum());

  public AgentSessions(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /**
   * Finds or creates a session.
   *
   * @param externalId an identifier of this service for a session of the agent, or the caller's
   *     identifier, unique for the agent; at most a few hundred characters
   * @param runId the platform's identifier of the run; used when there is no {@code externalId}
   * @return without identifiers, the session of the agent with activity within {@link
   *     AgentSession#IDLE}, or a new one
   */
  public AgentSession open(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      Instant now) {
    return open(tx, org, agentId, externalId, runId, AgentSession.Origin.UNSPECIFIED, now);
  }

  /**
   * Finds or creates a session with an origin.
   *
   * @param origin stored with a new session
   */
  public AgentSession open(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      AgentSession.Origin origin,
      Instant now) {
    SessionBatch batch = batch(tx, org);
    SessionBatch.SessionRequest request =
        new SessionBatch.SessionRequest(agentId, externalId, runId, origin);
    String id = requireNonNull(batch.open(List.of(request), now).get(request));
    batch.write();
    return find(tx, org, id).orElseThrow();
  }

  /** Returns a batch for a transaction that opens and writes to many sessions. */
  public SessionBatch batch(Tx tx, OrgId org) {
    return new SessionBatch(tx, org, identifiers);
  }

  /** Returns the session that {@link #open} would find, if any. */
  public Optional<AgentSession> find(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      Instant now) {
    SessionBatch.SessionRequest request =
        new SessionBatch.SessionRequest(
            agentId, externalId, runId, AgentSession.Origin.UNSPECIFIED);
    String name = request.name();
    if (request.isById()) {
      Optional<AgentSession> agentSession =
          find(tx, org, name).filter(session -> session.agentId().equals(agentId));
      if (agentSession.isPresent()) {
        return agentSession;
      }
    }
    return named(tx.on(AgentSessionStore.class), org, agentId, name)
        .filter(
            session ->
                !name.equals(SessionBatch.UNNAMED)
                    || session.status(now) == AgentSession.Status.ACTIVE);
  }

  private static Optional<AgentSession> named(
      AgentSessionStore store, OrgId org, String agentId, String name) {
    return store.named(org, agentId, name);
  }

  /**
   * Appends entries in the given order.
   *
   * @throws ApiException if the session does not exist
   */
  public List<Evidence> append(Tx tx, OrgId org, String sessionId, List<Evidence.Draft> drafts) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    SessionBatch batch = batch(tx, org);
    batch.append(sessionId, drafts);
    return batch.write();
  }

  /** Ends a session; returns false when it had already ended. The first end counts. */
  public boolean end(
      Tx tx, OrgId org, String sessionId, AgentSession.Outcome outcome, Instant now) {
    boolean isFirst = tx.on(AgentSessionStore.class).end(org, sessionId, outcome, now) > 0;
    if (isFirst) {
      append(
          tx,
          org,
          sessionId,
          List.of(
              Evidence.Draft.of(
                  Evidence.Type.SESSION_ENDED,
                  now,
                  "Session " + outcome,
                  Map.of("outcome", outcome.toString()))));
    }
    return isFirst;
  }

  /**
   * Records an observed end of a session, which may be late or repeated. The latest end and its
   * outcome count.
   *
   * @param more further properties of the end
   * @return the entry to append; empty when an end was reported before
   */
  public Optional<Evidence.Draft> ended(
      Tx tx,
      OrgId org,
      String sessionId,
      AgentSession.Outcome outcome,
      Instant at,
      Map<String, ?> more) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    if (store.end(org, sessionId, outcome, at) > 0) {
      Map<String, Object> data = new LinkedHashMap<>(more);
      data.put("outcome", outcome.toString());
      return Optional.of(
          Evidence.Draft.of(Evidence.Type.SESSION_ENDED, at, "Session " + outcome, data));
    }
    store.extend(org, sessionId, outcome, at);
    return Optional.empty();
  }

  /** Returns the latest session with this identifier, external identifier or trace. */
  public Optional<AgentSession> called(Tx tx, OrgId org, String name) {
    return tx.on(AgentSessionStore.class).called(org, name, 1).stream().findFirst();
  }

  /** Returns a session; empty if it does not exist. */
  public Optional<AgentSession> find(Tx tx, OrgId org, String sessionId) {
    return tx.on(AgentSessionStore.class).find(org, sessionId);
  }

  /** Returns a part of the timeline of a session, in the order of timestamps. */
  public List<Evidence> timeline(
      Tx tx, OrgId org, String sessionId, Evidence.TimelinePosition after, int offset, int limit) {
    return tx.on(AgentSessionStore.class)
        .timeline(org, sessionId, after.at(), after.seq(), offset, limit);
  }

  /** Returns the latest entries that belong to a decision, latest first. */
  public List<Evidence> decided(
      Tx tx, OrgId org, String sessionId, Set<Severity> severities, int limit) {
    if (severities.isEmpty()) {
      return List.of();
    }
    return tx.on(AgentSessionStore.class).decided(org, sessionId, labels(severities), limit);
  }

  /** Returns the number of those entries. */
  public long countDecided(Tx tx, OrgId org, String sessionId, Set<Severity> severities) {
    return severities.isEmpty()
        ? 0
        : tx.on(AgentSessionStore.class).countDecided(org, sessionId, labels(severities));
  }

  private static List<String> labels(Set<Severity> severities) {
    return severities.stream().map(Severity::toString).toList();
  }

  /** Returns a page of an agent's sessions, latest first. */
  public LatestRows.Page<AgentSession> ofAgent(Tx tx, OrgId org, String agentId, PageRequest page) {
    return new LatestRows<>(tx, org, "agent_session", COLUMNS, AgentSession.class)
        .is("agent_id", Optional.of(agentId))
        .page(page, Integer.MAX_VALUE - 1);
  }

  /** Returns the latest sessions of an agent, latest first. */
  public List<AgentSession> latest(Tx tx, OrgId org, String agentId, int limit) {
    return tx.on(AgentSessionStore.class).ofAgent(org, agentId, limit, 0);
  }

  /**
   * Returns the sessions with an identifier, external identifier or trace, followed by the latest
   * sessions of agents.
   */
  public List<AgentSession> search(
      Tx tx, OrgId org, String name, Collection<String> agentIds, int limit) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<String, AgentSession> found = new LinkedHashMap<>();
    store.called(org, name, limit).forEach(row -> found.put(row.id(), row));
    for (String agentId : agentIds) {
      if (found.size() >= limit) {
        break;
      }
      store.ofAgent(org, agentId, limit, 0).forEach(row -> found.putIfAbsent(row.id(), row));
    }
    return found.values().stream().limit(limit).toList();
  }

  /**
   * Returns exact counts for a single agent. For several agents of a tenant with more than 2,000
   * sessions, the counts may be minutes old.
   */
  @Override
  public Map<String, Long> sessionCounts(Tx tx, OrgId org, List<String> agentIds) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<String, Long> counts = new HashMap<>();
    if (agentIds.size() > 1) {
      counts.putAll(totals.get(tx, org, () -> byAgent(store.allCounts(org))));
      counts.keySet().retainAll(Set.copyOf(agentIds));
    }
    // A cached count does not contain agents with a new first session.
    List<String> others = agentIds.stream().filter(id -> !counts.containsKey(id)).toList();
    if (!others.isEmpty()) {
      counts.putAll(byAgent(store.counts(org, others)));
    }
    return counts;
  }

  /**
   * Returns the tools that a single agent called in its latest sessions; none for several agents,
   * because the entries of all their sessions would be read.
   */
  @Override
  public Map<String, Set<String>> calledTools(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.size() != 1) {
      return Map.of();
    }
    Set<String> tools = new TreeSet<>();
    for (String data :
        tx.on(AgentSessionStore.class)
            .toolCalls(org, agentIds.get(0), SESSIONS_OF_TOOLS, ENTRIES_OF_TOOLS)) {
      tools.add(Json.readStored(data).path("tool").asText());
    }
    tools.remove("");
    return Map.of(agentIds.get(0), tools);
  }

  private static Map<String, Long> byAgent(List<AgentSessionStore.Count> counts) {
    return counts.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                AgentSessionStore.Count::agentId, AgentSessionStore.Count::n));
  }

  /** Returns sessions without activity since a time, oldest first. */
  public List<String> inactiveSince(Tx tx, OrgId org, Instant since, int limit) {
    return tx.on(AgentSessionStore.class).restingSince(org, since, limit);
  }

  /** Returns the given sessions without activity since a time. */
  public List<String> inactiveSince(Tx tx, OrgId org, List<String> ids, Instant since) {
    return tx.on(AgentSessionStore.class).restingOf(org, ids, since);
  }

  /**
   * Removes entries of sessions, and the sessions when no entries remain.
   *
   * @return the number of removed entries; fewer than {@code most} when the sessions were removed
   *     too
   */
  public int remove(Tx tx, OrgId org, List<String> ids, int limit) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    int removed = store.removeEvidence(org, ids, limit);
    if (removed < limit) {
      store.remove(org, ids);
    }
    return removed;
  }

  /** Removes all sessions of a tenant with their entries; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "evidence", "agent_session");
  }
}
