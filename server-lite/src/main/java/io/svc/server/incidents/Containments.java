package io.svc.server.incidents;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Permission;
import io.svc.server.incidents.ContainmentOrderView.AgentResult;
import io.svc.server.incidents.ContainmentOrderView.Result;
import io.svc.server.json.Json;
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Contains the agents of incidents. One transaction stores the order, its effect at every
 * enforcement point, and its records, so that it is effective when the response is sent.
 * Thread-safe.
 */
public final class Containments {
  private static final int ENDED_AT_ONCE = 100;
  private static final String TIME_EXPIRED = "The containment expired.";

  private final Database database;
  private final Identifiers identifiers;
  private final AgentContainment agentContainment;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;

  Containments(
      Database database,
      Identifiers identifiers,
      AgentContainment agentContainment,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.agentContainment = agentContainment;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  /**
   * Contains or releases agents of an incident.
   *
   * @throws ApiException if the caller lacks permission, or an agent is not part of the incident
   */
  ContainmentOrderView order(Tx tx, Caller caller, String incidentId, ContainmentRequest order) {
    caller.require(Permission.INCIDENTS_CONTAIN);
    // Serializes incidents that change the containment of the same agent.
    Revisions.lock(tx, caller.tenant());
    Incident incident = moves.lock(tx, caller.tenant(), incidentId);
    return order.action() == ContainmentAction.RELEASE
        ? release(tx, caller, incident, order)
        : contain(tx, caller, incident, order);
  }

  private ContainmentOrderView contain(
      Tx tx, Caller caller, Incident incident, ContainmentRequest order) {
    OrgId org = caller.tenant();
    IncidentTransition.CONTAIN.from(incident.status());
    List<String> agentIds = agents(tx, org, incident, order, LinkStore::refs);
    if (agentIds.isEmpty()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          "The incident has no agents; add the agents to contain with \"addAgentIds\".");
    }
    String id = identifiers.next("ctm_");
    Optional<Instant> expiresAt = order.duration().map(tx.now()::plus);
    String reason = timeline.masked(order.reason());
    AgentContainment.ContainmentMeasure request =
        new AgentContainment.ContainmentMeasure(
            id, incident.incidentId(), order.action(), reason, expiresAt);
    List<AgentResult> results = new ArrayList<>();
    for (String agentId : agentIds) {
      results.add(agentContainment.apply(tx, caller, agentId, request));
    }
    ContainmentOrderView containment =
        store(
            tx,
            caller,
            incident,
            id,
            order.action(),
            reason,
            expiresAt,
            results,
            "incident.contain");
    boolean isDone = results.stream().anyMatch(result -> result.status() != Result.FAILED);
    if (isDone && incident.status() != IncidentStatus.CONTAINED) {
      moves.move(tx, caller, incident, IncidentTransition.CONTAIN, reason);
    }
    return containment;
  }

  private ContainmentOrderView release(
      Tx tx, Caller caller, Incident incident, ContainmentRequest order) {
    OrgId org = caller.tenant();
    List<String> agentIds =
        agents(
            tx, org, incident, order, (store, tenant, id, kind) -> containedAgents(tx, tenant, id));
    String reason = timeline.masked(order.reason());
    List<AgentResult> results = new ArrayList<>();
    for (String agentId : agentIds) {
      results.add(agentContainment.release(tx, caller, incident.incidentId(), agentId, reason));
    }
    return store(
        tx,
        caller,
        incident,
        identifiers.next("ctm_"),
        ContainmentAction.RELEASE,
        reason,
        Optional.empty(),
        results,
        "incident.release");
  }

  private static List<String> containedAgents(Tx tx, OrgId org, String incidentId) {
    return tx.on(ContainmentStore.class).holdsIn(org, incidentId).stream()
        .map(ContainmentStore.ContainmentRow::agentId)
        .distinct()
        .toList();
  }

  /** Selects the agents of an order that names none. */
  private interface AgentSelector {
    List<String> of(LinkStore store, OrgId org, String incidentId, LinkKind kind);
  }

  private static List<String> agents(
      Tx tx, OrgId org, Incident incident, ContainmentRequest order, AgentSelector all) {
    LinkStore links = tx.on(LinkStore.class);
    String id = incident.incidentId();
    if (order.agentIds().isEmpty()) {
      // A fixed order prevents deadlocks between two transactions.
      return List.copyOf(new TreeSet<>(all.of(links, org, id, LinkKind.AGENT)));
    }
    List<String> scope = links.refs(org, id, LinkKind.AGENT);
    List<ApiException.FieldError> strangers =
        order.agentIds().stream()
            .filter(agentId -> !scope.contains(agentId))
            .map(
                agentId ->
                    new ApiException.FieldError(
                        "out_of_scope",
                        "agentIds",
                        "The incident is not about the agent \"" + agentId + "\"."))
            .toList();
    if (!strangers.isEmpty()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          strangers.stream()
              .limit(3)
              .map(ApiException.FieldError::message)
              .collect(Collectors.joining(" ")),
          strangers);
    }
    return order.agentIds();
  }

  private ContainmentOrderView store(
      Tx tx,
      Caller caller,
      Incident incident,
      String id,
      ContainmentAction action,
      String reason,
      Optional<Instant> expiresAt,
      List<AgentResult> results,
      String description) {
    String by = Timeline.actor(caller);
    tx.on(ContainmentStore.class)
        .order(
            caller.tenant(),
            id,
            incident.incidentId(),
            action,
            reason,
            by,
            tx.now(),
            expiresAt,
            Json.text(results));
    String counts =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    AgentResult::status, java.util.TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    String shown = counts.isEmpty() ? "no agent" : counts;
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        action == ContainmentAction.RELEASE
            ? TimelineEntryType.RELEASE
            : TimelineEntryType.CONTAINMENT,
        action + ": " + shown + ". " + reason,
        Map.of("containmentId", id, "action", action.toString()));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT, description, "incident", incident.incidentId(), incident.shown())
            .with("containmentId", id)
            .with("action", action.toString())
            .with(
                "agents",
                results.stream()
                    .map(result -> result.agentId() + " " + result.status())
                    .collect(Collectors.joining(", ")))
            .with("reason", reason));
    return new ContainmentOrderView(
        id,
        incident.incidentId(),
        action,
        ContainmentOrderView.State.QUEUED,
        results,
        by,
        tx.now(),
        reason,
        expiresAt);
  }

  /** Releases agents whose containment expired, each in a separate transaction. */
  public void releaseDue() {
    List<ContainmentStore.ExpiredContainment> due =
        database.read(tx -> tx.on(ContainmentStore.class).due(tx.now(), ENDED_AT_ONCE));
    for (ContainmentStore.ExpiredContainment dueItem : due) {
      database.change(tx -> end(tx, dueItem));
    }
  }

  private void end(Tx tx, ContainmentStore.ExpiredContainment due) {
    Caller caller = Caller.system("incidents", due.orgId());
    Revisions.lock(tx, due.orgId());
    Optional<Incident> incident = tx.on(IncidentStore.class).lock(due.orgId(), due.incidentId());
    if (incident.isEmpty()) {
      return;
    }
    agentContainment
        .end(tx, caller, due.incidentId(), due.agentId(), TIME_EXPIRED)
        .ifPresent(
            result ->
                store(
                    tx,
                    caller,
                    incident.get(),
                    identifiers.next("ctm_"),
                    ContainmentAction.RELEASE,
                    TIME_EXPIRED,
                    Optional.empty(),
                    List.of(result),
                    "incident.release"));
  }
}
