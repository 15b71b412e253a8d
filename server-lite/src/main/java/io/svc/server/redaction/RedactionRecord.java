package io.svc.server.redaction;

import io.svc.rules.Severity;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Idempotency;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import io.svc.server.tenants.Tenants;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Records redactions in the timeline of the session: the count of each type, and no values. Without
 * an agent there is no timeline, and no record; a missing record never causes redaction to fail.
 * Safe for many threads.
 */
final class RedactionRecord {
  /** The default platform of an agent. */
  private static final String UNSPECIFIED_PLATFORM = "code";

  private final Database database;
  private final Identifiers identifiers;
  private final Agents agents;
  private final AgentSessions sessions;
  private final Tenants tenants;
  private final Masking masking = new Masking();

  RedactionRecord(
      Database database,
      Identifiers identifiers,
      Agents agents,
      AgentSessions sessions,
      Tenants tenants) {
    this.database = database;
    this.identifiers = identifiers;
    this.agents = agents;
    this.sessions = sessions;
    this.tenants = tenants;
  }

  /** The stored part of an idempotent response, without the redacted content. */
  record StoredResponse(Optional<String> decisionId) {}

  /**
   * Records a redaction, if anything was redacted.
   *
   * @param key the idempotency key of the request, so that a retry is recorded once
   * @return the identifier of the record; empty when there is none
   */
  Optional<String> record(
      OrgId org,
      RedactRequest.AgentContext acting,
      RedactResponse.Redacted redacted,
      Optional<Idempotency.Key> key) {
    boolean isNews = redacted.changed() && !acting.isUnspecified();
    if (!isNews && key.isEmpty()) {
      return Optional.empty();
    }
    return database.write(
        tx -> {
          Optional<Idempotency.RepeatableResponse> earlier =
              key.flatMap(idempotencyKey -> Idempotency.replay(tx, idempotencyKey));
          if (earlier.isPresent()) {
            return Optional.ofNullable(
                Json.readStored(earlier.get().json()).path("decisionId").textValue());
          }
          Optional<String> id =
              isNews
                  ? session(tx, org, acting).map(session -> append(tx, org, session, redacted))
                  : Optional.empty();
          key.ifPresent(
              idempotencyKey ->
                  Idempotency.store(
                      tx,
                      idempotencyKey,
                      Idempotency.RepeatableResponse.of(200, new StoredResponse(id))));
          return id;
        });
  }

  /**
   * Rejects a request for an agent that the key is not bound to.
   *
   * @throws ApiException when the key is bound to another agent
   */
  void requireAgent(Caller caller, RedactRequest.AgentContext acting) {
    Optional<String> name = acting.agentId().or(acting::workflowId);
    if (caller.agentId().isPresent() && (name.isPresent() || acting.sessionId().isPresent())) {
      OrgId org = caller.tenant();
      caller.requireAgent(
          database.read(
              tx ->
                  name.isPresent()
                      ? findAgent(tx, org, acting, name.get()).map(Agent::id)
                      : session(tx, org, acting.sessionId()).map(AgentSession::agentId)));
    }
  }

  private String append(Tx tx, OrgId org, String session, RedactResponse.Redacted redacted) {
    String id = identifiers.next("dec_");
    Map<String, Integer> summary = redacted.summary();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("entities", summary);
    data.put("total", redacted.entities().size());
    sessions.append(
        tx,
        org,
        session,
        List.of(
            new Evidence.Draft(
                Evidence.Type.REDACTION,
                tx.now(),
                Severity.INFO,
                "Redacted before sending: "
                    + summary.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(Collectors.joining(", ")),
                Json.tree(data),
                Optional.of(id))));
    return id;
  }

  /** Returns the session of the request; empty when it cannot be determined. */
  private Optional<String> session(Tx tx, OrgId org, RedactRequest.AgentContext acting) {
    Optional<String> name = acting.agentId().or(acting::workflowId);
    if (name.isEmpty()) {
      return session(tx, org, acting.sessionId()).map(AgentSession::id);
    }
    Optional<Agent> agent = agent(tx, org, acting, name.get());
    agent.ifPresent(actingAgent -> agents.seen(tx, org, actingAgent.id(), tx.now()));
    return agent.map(
        actingAgent ->
            sessions
                .open(
                    tx,
                    org,
                    actingAgent.id(),
                    acting.sessionId().map(masking::text),
                    acting.runId().map(masking::text),
                    tx.now())
                .id());
  }

  private Optional<AgentSession> session(Tx tx, OrgId org, Optional<String> id) {
    return id.filter(Identifiers::isWellFormed)
        .flatMap(actingAgent -> sessions.find(tx, org, actingAgent));
  }

  /**
   * Returns the agent. An unknown agent is registered if the tenant enables it, as for decisions.
   */
  private Optional<Agent> agent(Tx tx, OrgId org, RedactRequest.AgentContext acting, String name) {
    Optional<Agent> existing = findAgent(tx, org, acting, name);
    if (existing.isPresent()
        || isAgentId(acting, name)
        || !tenants.get(tx, org).settings().autoRegister()) {
      return existing;
    }
    String shown = masking.text(name);
    return Optional.of(
        agents.discovered(
            tx, org, acting.platform().orElse(UNSPECIFIED_PLATFORM), shown, shown, tx.now()));
  }

  private static boolean isAgentId(RedactRequest.AgentContext acting, String name) {
    return acting.agentId().isPresent() && name.startsWith("agt_");
  }

  private Optional<Agent> findAgent(
      Tx tx, OrgId org, RedactRequest.AgentContext acting, String name) {
    if (isAgentId(acting, name)) {
      return agents.find(tx, org, name);
    }
    String shown = masking.text(name);
    return acting.platform().isPresent()
        ? agents.byExternalId(tx, org, acting.platform().get(), shown)
        : agents.byExternalId(tx, org, shown);
  }
}
