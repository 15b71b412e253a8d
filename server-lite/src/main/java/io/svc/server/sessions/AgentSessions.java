package io.svc.server.sessions;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.ListPlace;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sessions of agents, within the transaction of whoever asks. Safe for many threads, and for
 * several servers: of several who open the same session at once, all get the same.
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

  private final Identifiers identifiers;
  private final CachedCounts<Map<String, Long>> totals =
      new CachedCounts<>(counts -> counts.values().stream().mapToLong(Long::longValue).sum());

  public AgentSessions(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /**
   * Finds a session, or begins it.
   *
   * @param externalId an identifier of this service that the agent has, or the caller's own name
   *     for a session, unique for the agent; at most some hundred characters
   * @param runId of the run on the platform; names the session where {@code externalId} does not
   * @return without any name, the session of the agent in which something happened within {@link
   *     AgentSession#IDLE}, or a new one
   */
  public AgentSession open(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      Instant now) {
    return open(tx, org, agentId, externalId, runId, AgentSession.Origin.UNTOLD, now);
  }

  /**
   * The same, told where a session comes from that begins by this.
   *
   * @param origin kept with a session that was not there
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
    SessionBatch.Wanted wanted = new SessionBatch.Wanted(agentId, externalId, runId, origin);
    String id = requireNonNull(batch.open(List.of(wanted), now).get(wanted));
    batch.write();
    return find(tx, org, id).orElseThrow();
  }

  /** For a transaction that finds, begins and writes to many. */
  public SessionBatch batch(Tx tx, OrgId org) {
    return new SessionBatch(tx, org, identifiers);
  }

  /** The session that {@link #open} would find, if there is one. */
  public Optional<AgentSession> peek(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      Instant now) {
    SessionBatch.Wanted wanted =
        new SessionBatch.Wanted(agentId, externalId, runId, AgentSession.Origin.UNTOLD);
    String name = wanted.name();
    if (wanted.isById()) {
      Optional<AgentSession> own =
          find(tx, org, name).filter(session -> session.agentId().equals(agentId));
      if (own.isPresent()) {
        return own;
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
   * Adds entries, in the order given.
   *
   * @throws ApiException when the tenant has no such session
   */
  public List<Evidence> append(Tx tx, OrgId org, String sessionId, List<Evidence.Draft> drafts) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    SessionBatch batch = batch(tx, org);
    batch.append(sessionId, drafts);
    return batch.write();
  }

  /** Somebody says that a session is over; the first to say so counts, which is told. */
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
   * Somebody who saw it tells of the end of a session, be it late or one of several: the latest
   * counts, and how it went then.
   *
   * @param more what else is known of the end
   * @return what is to be added to the timeline: nothing when an end was told before
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

  /** The latest session that is called so by its agent or belongs to the trace. */
  public Optional<AgentSession> called(Tx tx, OrgId org, String name) {
    return tx.on(AgentSessionStore.class).called(org, name, 1).stream().findFirst();
  }

  /** A session; empty when the tenant has none of the identifier. */
  public Optional<AgentSession> find(Tx tx, OrgId org, String sessionId) {
    return tx.on(AgentSessionStore.class).find(org, sessionId);
  }

  /** Returns a part of the timeline of a session, in the order of timestamps. */
  public List<Evidence> timeline(
      Tx tx, OrgId org, String sessionId, Evidence.Place after, int offset, int limit) {
    return tx.on(AgentSessionStore.class)
        .timeline(org, sessionId, after.at(), after.seq(), offset, limit);
  }

  /** What happened in a session and belongs to a decision: the latest, latest first. */
  public List<Evidence> decided(
      Tx tx, OrgId org, String sessionId, Set<Severity> severities, int limit) {
    if (severities.isEmpty()) {
      return List.of();
    }
    return tx.on(AgentSessionStore.class).decided(org, sessionId, labels(severities), limit);
  }

  /** How much of that there is. */
  public long countDecided(Tx tx, OrgId org, String sessionId, Set<Severity> severities) {
    return severities.isEmpty()
        ? 0
        : tx.on(AgentSessionStore.class).countDecided(org, sessionId, labels(severities));
  }

  private static List<String> labels(Set<Severity> severities) {
    return severities.stream().map(Severity::toString).toList();
  }

  /** Sessions of an agent, latest first. */
  public LatestRows.Page<AgentSession> ofAgent(Tx tx, OrgId org, String agentId, ListPlace place) {
    return new LatestRows<>(tx, org, "agent_session", COLUMNS, AgentSession.class)
        .is("agent_id", Optional.of(agentId))
        .page(place, Integer.MAX_VALUE - 1);
  }

  /** The latest sessions of an agent, latest first. */
  public List<AgentSession> latest(Tx tx, OrgId org, String agentId, int most) {
    return tx.on(AgentSessionStore.class).ofAgent(org, agentId, most, 0);
  }

  /**
   * Sessions that are called so, by the identifier, the caller's name or the trace; then the latest
   * of agents.
   */
  public List<AgentSession> search(
      Tx tx, OrgId org, String name, Collection<String> agentIds, int most) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<String, AgentSession> found = new LinkedHashMap<>();
    store.called(org, name, most).forEach(row -> found.put(row.id(), row));
    for (String agentId : agentIds) {
      if (found.size() >= most) {
        break;
      }
      store.ofAgent(org, agentId, most, 0).forEach(row -> found.putIfAbsent(row.id(), row));
    }
    return found.values().stream().limit(most).toList();
  }

  /** Of one agent as it is; of several, where there are more than 2,000, as it was minutes ago. */
  @Override
  public Map<String, Long> sessionCounts(Tx tx, OrgId org, List<String> agentIds) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    Map<String, Long> counts = new HashMap<>();
    if (agentIds.size() > 1) {
      counts.putAll(totals.get(tx, org, () -> byAgent(store.allCounts(org))));
      counts.keySet().retainAll(Set.copyOf(agentIds));
    }
    // What was minutes ago knows nothing of the first session of an agent.
    List<String> others = agentIds.stream().filter(id -> !counts.containsKey(id)).toList();
    if (!others.isEmpty()) {
      counts.putAll(byAgent(store.counts(org, others)));
    }
    return counts;
  }

  private static Map<String, Long> byAgent(List<AgentSessionStore.Count> counts) {
    return counts.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                AgentSessionStore.Count::agentId, AgentSessionStore.Count::n));
  }

  /** Sessions in which nothing happened since a time, oldest first. */
  public List<String> resting(Tx tx, OrgId org, Instant since, int most) {
    return tx.on(AgentSessionStore.class).restingSince(org, since, most);
  }

  /** Of some sessions, those in which nothing happened since a time. */
  public List<String> resting(Tx tx, OrgId org, List<String> ids, Instant since) {
    return tx.on(AgentSessionStore.class).restingOf(org, ids, since);
  }

  /**
   * Removes some of what happened in sessions, and the sessions when there is nothing left.
   *
   * @return how much of what happened went; fewer than {@code most} when the sessions went too
   */
  public int remove(Tx tx, OrgId org, List<String> ids, int most) {
    AgentSessionStore store = tx.on(AgentSessionStore.class);
    int removed = store.removeEvidence(org, ids, most);
    if (removed < most) {
      store.remove(org, ids);
    }
    return removed;
  }

  /** Removes all sessions of a tenant and what happened in them; tells how many rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "evidence", "agent_session");
  }
}
