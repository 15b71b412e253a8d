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
import io.svc.server.incidents.Containment.OfAgent;
import io.svc.server.incidents.Containment.Result;
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
  private static final String TIME_IS_OVER = "The containment expired.";

  private final Database database;
  private final Identifiers identifiers;
  private final AgentContainment holds;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;

  Containments(
      Database database,
      Identifiers identifiers,
      AgentContainment holds,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.holds = holds;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  /**
   * Contains or releases agents of an incident.
   *
   * @throws ApiException if the caller lacks permission, or an agent is not part of the incident
   */
  Containment order(Tx tx, Caller caller, String incidentId, ContainmentOrder order) {
    caller.require(Permission.INCIDENTS_CONTAIN);
    // Serializes incidents that change the containment of the same agent.
    Revisions.hold(tx, caller.tenant());
    Incident incident = moves.lock(tx, caller.tenant(), incidentId);
    return order.action() == HoldAction.RELEASE
        ? release(tx, caller, incident, order)
        : contain(tx, caller, incident, order);
  }

  private Containment contain(Tx tx, Caller caller, Incident incident, ContainmentOrder order) {
    OrgId org = caller.tenant();
    IncidentTransition.CONTAIN.from(incident.status());
    List<String> agentIds = agents(tx, org, incident, order, LinkStore::refs);
    if (agentIds.isEmpty()) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          "The incident has no agents; add the agents to contain with \"addAgentIds\".");
    }
    String id = identifiers.next("ctm_");
    Optional<Instant> until = order.duration().map(tx.now()::plus);
    String reason = timeline.masked(order.reason());
    AgentContainment.Wanted wanted =
        new AgentContainment.Wanted(id, incident.incidentId(), order.action(), reason, until);
    List<OfAgent> results = new ArrayList<>();
    for (String agentId : agentIds) {
      results.add(holds.hold(tx, caller, agentId, wanted));
    }
    Containment made =
        store(tx, caller, incident, id, order.action(), reason, until, results, "incident.contain");
    boolean isDone = results.stream().anyMatch(one -> one.status() != Result.FAILED);
    if (isDone && incident.status() != IncidentStatus.CONTAINED) {
      moves.move(tx, caller, incident, IncidentTransition.CONTAIN, reason);
    }
    return made;
  }

  private Containment release(Tx tx, Caller caller, Incident incident, ContainmentOrder order) {
    OrgId org = caller.tenant();
    List<String> agentIds =
        agents(tx, org, incident, order, (store, tenant, id, kind) -> held(tx, tenant, id));
    String reason = timeline.masked(order.reason());
    List<OfAgent> results = new ArrayList<>();
    for (String agentId : agentIds) {
      results.add(holds.release(tx, caller, incident.incidentId(), agentId, reason));
    }
    return store(
        tx,
        caller,
        incident,
        identifiers.next("ctm_"),
        HoldAction.RELEASE,
        reason,
        Optional.empty(),
        results,
        "incident.release");
  }

  private static List<String> held(Tx tx, OrgId org, String incidentId) {
    return tx.on(ContainmentStore.class).holdsIn(org, incidentId).stream()
        .map(ContainmentStore.Hold::agentId)
        .distinct()
        .toList();
  }

  /** Selects the agents of an order that names none. */
  private interface All {
    List<String> of(LinkStore store, OrgId org, String incidentId, LinkKind kind);
  }

  private static List<String> agents(
      Tx tx, OrgId org, Incident incident, ContainmentOrder order, All all) {
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

  private Containment store(
      Tx tx,
      Caller caller,
      Incident incident,
      String id,
      HoldAction action,
      String reason,
      Optional<Instant> until,
      List<OfAgent> results,
      String what) {
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
            until,
            Json.text(results));
    String counts =
        results.stream()
            .collect(
                Collectors.groupingBy(
                    OfAgent::status, java.util.TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    String shown = counts.isEmpty() ? "no agent" : counts;
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        action == HoldAction.RELEASE ? TimelineEntryType.RELEASE : TimelineEntryType.CONTAINMENT,
        action + ": " + shown + ". " + reason,
        Map.of("containmentId", id, "action", action.toString()));
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.INCIDENT, what, "incident", incident.incidentId(), incident.shown())
            .with("containmentId", id)
            .with("action", action.toString())
            .with(
                "agents",
                results.stream()
                    .map(one -> one.agentId() + " " + one.status())
                    .collect(Collectors.joining(", ")))
            .with("reason", reason));
    return new Containment(
        id,
        incident.incidentId(),
        action,
        Containment.State.QUEUED,
        results,
        by,
        tx.now(),
        reason,
        until);
  }

  /** Releases agents whose containment expired, each in a separate transaction. */
  public void releaseDue() {
    List<ContainmentStore.Due> due =
        database.read(tx -> tx.on(ContainmentStore.class).due(tx.now(), ENDED_AT_ONCE));
    for (ContainmentStore.Due one : due) {
      database.change(tx -> end(tx, one));
    }
  }

  private void end(Tx tx, ContainmentStore.Due due) {
    Caller caller = Caller.system("incidents", due.orgId());
    Revisions.hold(tx, due.orgId());
    Optional<Incident> incident = tx.on(IncidentStore.class).lock(due.orgId(), due.incidentId());
    if (incident.isEmpty()) {
      return;
    }
    holds
        .end(tx, caller, due.incidentId(), due.agentId(), TIME_IS_OVER)
        .ifPresent(
            result ->
                store(
                    tx,
                    caller,
                    incident.get(),
                    identifiers.next("ctm_"),
                    HoldAction.RELEASE,
                    TIME_IS_OVER,
                    Optional.empty(),
                    List.of(result),
                    "incident.release"));
  }
}
