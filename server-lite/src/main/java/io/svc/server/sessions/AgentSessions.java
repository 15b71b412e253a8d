package io.svc.server.sessions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.AgentExtras;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The sessions of agents, within the transaction of whoever asks. Safe for many threads, and for
 * several servers: of several who open the same session at once, all get the same.
 */
public final class AgentSessions implements AgentExtras {
  /** What a session is called that goes on while nobody names any. */
  private static final String UNNAMED = "";

  private final Identifiers identifiers;

  public AgentSessions(Identifiers identifiers) {
    this.identifiers = requireNonNull(identifiers, "identifiers is null");
  }

  /** A part of a list. */
  public record Page(List<AgentSession> sessions, long total) {
    public Page {
      sessions = List.copyOf(sessions);
    }
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
    Optional<String> given = externalId.map(String::strip).filter(text -> !text.isEmpty());
    Optional<String> run = runId.map(String::strip).filter(text -> !text.isEmpty());
    if (given.isPresent() && Identifiers.isWellFormed(given.get())) {
      Optional<AgentSession> own =
          find(tx, org, given.get()).filter(session -> session.agentId().equals(agentId));
      if (own.isPresent()) {
        return own.get();
      }
    }
    SessionStore store = tx.on(SessionStore.class);
    String name = given.or(() -> run).orElse(UNNAMED);
    Optional<AgentSession> known = named(store, org, agentId, name);
    if (known.isPresent()
        && (!name.equals(UNNAMED) || known.get().status(now) == AgentSession.Status.ACTIVE)) {
      return known.get();
    }
    if (name.equals(UNNAMED)) {
      store.closeIdle(org, agentId, now.minus(AgentSession.IDLE));
    }
    String id = identifiers.next("ses_");
    if (store.insert(org, id, agentId, name, now) > 0) {
      begin(tx, org, id, run, now);
    }
    return named(store, org, agentId, name).orElseThrow();
  }

  /** The session that {@link #open} would find, if there is one. */
  public Optional<AgentSession> peek(
      Tx tx,
      OrgId org,
      String agentId,
      Optional<String> externalId,
      Optional<String> runId,
      Instant now) {
    Optional<String> given = externalId.map(String::strip).filter(text -> !text.isEmpty());
    if (given.isPresent() && Identifiers.isWellFormed(given.get())) {
      Optional<AgentSession> own =
          find(tx, org, given.get()).filter(session -> session.agentId().equals(agentId));
      if (own.isPresent()) {
        return own;
      }
    }
    String name =
        given.or(() -> runId.map(String::strip)).filter(t -> !t.isEmpty()).orElse(UNNAMED);
    return named(tx.on(SessionStore.class), org, agentId, name)
        .filter(
            session -> !name.equals(UNNAMED) || session.status(now) == AgentSession.Status.ACTIVE);
  }

  private static Optional<AgentSession> named(
      SessionStore store, OrgId org, String agentId, String name) {
    return store.named(org, agentId, name).map(SessionStore.Row::session);
  }

  private void begin(Tx tx, OrgId org, String sessionId, Optional<String> runId, Instant now) {
    append(
        tx,
        org,
        sessionId,
        List.of(
            Evidence.Draft.of(
                Evidence.Type.SESSION_STARTED,
                now,
                runId.map(run -> "Run " + run + " started").orElse("Session started"),
                runId.<Map<String, ?>>map(run -> Map.of("runId", run)).orElse(Map.of()))));
  }

  /**
   * Writes down what happened, in the order given, behind all that happened before.
   *
   * @throws ApiException when the tenant has no such session
   */
  public List<Evidence> append(Tx tx, OrgId org, String sessionId, List<Evidence.Draft> drafts) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    SessionStore store = tx.on(SessionStore.class);
    Weight weight = Weight.of(drafts);
    SessionStore.Appended appended =
        store
            .append(
                org,
                sessionId,
                drafts.size(),
                tx.now(),
                weight.count(Evidence.Type.TOOL_CALL),
                weight.count(Evidence.Type.POLICY_DECISION),
                weight.denied(),
                weight.warned(),
                weight.count(Evidence.Type.REDACTION),
                weight.count(Evidence.Type.APPROVAL_REQUESTED),
                weight.count(Evidence.Type.ALERT),
                weight.inputTokens(),
                weight.outputTokens(),
                weight.risk())
            .orElseThrow(() -> ApiException.notFound("session", sessionId));
    addClasses(store, org, sessionId, appended.dataClasses(), weight);
    List<Evidence> written = new ArrayList<>();
    long seq = appended.nextSeq() - drafts.size();
    for (Evidence.Draft draft : drafts) {
      written.add(
          new Evidence(
              identifiers.next("evi_"),
              seq++,
              draft.type(),
              draft.at(),
              draft.severity(),
              draft.summary(),
              draft.data(),
              draft.decisionId()));
    }
    insert(store, org, sessionId, written);
    return written;
  }

  private static void addClasses(
      SessionStore store, OrgId org, String sessionId, String stored, Weight weight) {
    TreeSet<String> classes = new TreeSet<>(List.of(Json.own(stored, String[].class)));
    if (classes.addAll(weight.dataClasses())) {
      store.setDataClasses(org, sessionId, Json.text(classes));
    }
  }

  private static void insert(
      SessionStore store, OrgId org, String sessionId, List<Evidence> written) {
    store.insertEvidence(
        org,
        sessionId,
        written.stream().map(Evidence::seq).toList(),
        written.stream().map(Evidence::id).toList(),
        written.stream().map(e -> e.type().toString()).toList(),
        written.stream().map(Evidence::at).toList(),
        written.stream().map(e -> e.severity().label()).toList(),
        written.stream().map(Evidence::summary).toList(),
        written.stream().map(e -> Json.text(e.data())).toList(),
        written.stream().map(e -> e.decisionId().orElse("")).toList());
  }

  /** Somebody says that a session is over; the first to say so counts, which is told. */
  public boolean end(
      Tx tx, OrgId org, String sessionId, AgentSession.Outcome outcome, Instant now) {
    boolean isFirst = tx.on(SessionStore.class).end(org, sessionId, outcome, now) > 0;
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

  /** A session; empty when the tenant has none of the identifier. */
  public Optional<AgentSession> find(Tx tx, OrgId org, String sessionId) {
    return tx.on(SessionStore.class).find(org, sessionId).map(SessionStore.Row::session);
  }

  /** What happened in a session behind a number, in order. */
  public List<Evidence> timeline(Tx tx, OrgId org, String sessionId, long after, int limit) {
    return tx.on(SessionStore.class).timeline(org, sessionId, after, limit).stream()
        .map(SessionStore.EvidenceRow::evidence)
        .toList();
  }

  /** Sessions of an agent, latest first. */
  public Page ofAgent(Tx tx, OrgId org, String agentId, int limit, int offset) {
    SessionStore store = tx.on(SessionStore.class);
    return new Page(
        store.ofAgent(org, agentId, limit, offset).stream().map(SessionStore.Row::session).toList(),
        sessionCounts(tx, org, List.of(agentId)).getOrDefault(agentId, 0L));
  }

  /**
   * Sessions that are called so, by the identifier, the caller's name or the trace; then the latest
   * of agents.
   */
  public List<AgentSession> search(
      Tx tx, OrgId org, String name, Collection<String> agentIds, int most) {
    SessionStore store = tx.on(SessionStore.class);
    Map<String, AgentSession> found = new LinkedHashMap<>();
    store.called(org, name, most).forEach(row -> found.put(row.sessionId(), row.session()));
    for (String agentId : agentIds) {
      if (found.size() >= most) {
        break;
      }
      store
          .ofAgent(org, agentId, most, 0)
          .forEach(row -> found.putIfAbsent(row.sessionId(), row.session()));
    }
    return found.values().stream().limit(most).toList();
  }

  /** How many sessions began within a time before now. */
  public long startedWithin(Tx tx, OrgId org, Duration time) {
    return tx.on(SessionStore.class).startedSince(org, tx.now().minus(time));
  }

  @Override
  public Map<String, Long> sessionCounts(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, Long> counts = new HashMap<>();
    if (!agentIds.isEmpty()) {
      tx.on(SessionStore.class)
          .counts(org, agentIds)
          .forEach(count -> counts.put(count.agentId(), count.n()));
    }
    return counts;
  }

  /**
   * Removes sessions in which nothing happened since a time, and their evidence.
   *
   * @return which, so that who keeps something beside them can let go of it too
   */
  public List<String> removeResting(Tx tx, OrgId org, Instant since, int most) {
    SessionStore store = tx.on(SessionStore.class);
    List<String> ids = store.restingSince(org, since, most);
    if (!ids.isEmpty()) {
      store.removeEvidence(org, ids);
      store.remove(org, ids);
    }
    return ids;
  }

  /** Removes all sessions of a tenant and what happened in them; tells how many rows. */
  public long removeAll(Tx tx, OrgId org) {
    SessionStore store = tx.on(SessionStore.class);
    return (long) store.removeAllEvidence(org) + store.removeAll(org);
  }

  /** What drafts add to the counts of their session. */
  private record Weight(
      Map<Evidence.Type, Long> types,
      long denied,
      long warned,
      long inputTokens,
      long outputTokens,
      long risk,
      TreeSet<String> dataClasses) {

    static Weight of(List<Evidence.Draft> drafts) {
      Map<Evidence.Type, Long> types = new HashMap<>();
      TreeSet<String> classes = new TreeSet<>();
      long denied = 0;
      long warned = 0;
      long input = 0;
      long output = 0;
      long risk = 0;
      for (Evidence.Draft draft : drafts) {
        types.merge(draft.type(), 1L, Long::sum);
        JsonNode data = draft.data();
        if (draft.type() == Evidence.Type.POLICY_DECISION) {
          denied += data.path("effect").asText().equals("deny") ? 1 : 0;
          warned += data.path("effect").asText().equals("warn") ? 1 : 0;
        }
        if (draft.type() == Evidence.Type.LLM_CALL) {
          input += Math.max(0, data.path("inputTokens").asLong());
          output += Math.max(0, data.path("outputTokens").asLong());
        }
        risk = Math.max(risk, data.path("riskScore").asLong());
        data.path("classification").forEach(name -> classes.add(name.asText()));
      }
      return new Weight(types, denied, warned, input, output, risk, classes);
    }

    long count(Evidence.Type type) {
      return types.getOrDefault(type, 0L);
    }
  }
}
