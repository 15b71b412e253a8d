package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Updates incidents on request of users. */
final class IncidentUpdates {
  private final Incidents incidents;
  private final IncidentEvidence evidence;
  private final WarRoom warRoom;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;

  IncidentUpdates(
      Incidents incidents,
      IncidentEvidence evidence,
      WarRoom warRoom,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.incidents = incidents;
    this.evidence = evidence;
    this.warRoom = warRoom;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  /**
   * Changes an incident: its fields, roles, links and status.
   *
   * @param expectVersion receives the current version, and throws if it is not the expected one
   */
  void change(Tx tx, Caller caller, String id, IncidentChange change, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Optional<Incident> into = change.duplicateOf().map(other -> target(tx, org, id, other));
    Incident incident = moves.lock(tx, org, id);
    expectVersion.accept(incident.version());
    OptionalLong read = change.expectedVersion();
    if (read.isPresent() && read.getAsLong() != incident.version()) {
      throw ApiException.versionConflict("expectedVersion", read.getAsLong(), incident.version());
    }
    Optional<IncidentTransition> move =
        change
            .status()
            .filter(requested -> !isCurrentState(incident, change))
            .map(requested -> impliedTransition(incident, requested));
    if (move.filter(IncidentTransition.REOPEN::equals).isPresent()) {
      move(tx, caller, incident, IncidentTransition.REOPEN, change);
    }
    writeTimeline(tx, caller, moves.lock(tx, org, id), change);
    warRoom.updateRoster(tx, caller, incident, change);
    link(tx, caller, moves.lock(tx, org, id), change);
    Incident now = moves.lock(tx, org, id);
    if (move.isPresent() && move.get() != IncidentTransition.REOPEN) {
      move(tx, caller, now, move.get(), change);
    } else if (hasCommander(change) && now.status() == IncidentStatus.OPEN) {
      moves.move(tx, caller, now, IncidentTransition.ACKNOWLEDGE, "A commander was assigned.");
    }
    into.ifPresent(target -> merge(tx, caller, now, target, change));
  }

  /** Accepts the current state in a request, because clients send back unchanged fields. */
  private static boolean isCurrentState(Incident incident, IncidentChange change) {
    return change.changesIncident()
        && change.status().filter(incident.status()::equals).isPresent()
        && change
            .resolution()
            .map(IncidentChange.Resolution::toString)
            .orElse("")
            .equals(incident.resolution())
        && change.resolutionNote().orElse("").equals(incident.resolutionNote());
  }

  private static boolean hasCommander(IncidentChange change) {
    return !change.roles().getOrDefault(WarRoomRole.COMMANDER, "").isEmpty();
  }

  private static IncidentTransition impliedTransition(Incident incident, IncidentStatus requested) {
    IncidentTransition move =
        IncidentTransition.impliedBy(incident.status(), requested)
            .orElseThrow(
                () -> IncidentTransition.invalidTransition(incident.status(), "to " + requested));
    move.from(incident.status());
    if (move == IncidentTransition.CONTAIN) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The incident is " + incident.status() + "; to contain its agents, use POST …/contain.");
    }
    return move;
  }

  private void move(
      Tx tx, Caller caller, Incident incident, IncidentTransition move, IncidentChange change) {
    switch (move) {
      case ACKNOWLEDGE -> moves.move(tx, caller, incident, move, change.reason().orElse(""));
      case REOPEN ->
          moves.move(tx, caller, incident, move, reason(change, "to reopen an incident"));
      case RESOLVE ->
          moves.resolve(
              tx,
              caller,
              incident,
              change.resolution().orElseThrow(),
              change.resolutionNote().orElseThrow());
      case CLOSE ->
          moves.close(
              tx, caller, incident, change.waiveReview() ? change.reason() : Optional.empty());
      case CONTAIN, MERGE ->
          throw new IllegalArgumentException(move + " is not a plain" + " transition");
    }
  }

  private static String reason(IncidentChange change, String description) {
    return change
        .reason()
        .orElseThrow(
            () -> {
              String message = "\"reason\" is missing: it is required " + description + ".";
              return new ApiException(
                  ErrorCode.VALIDATION_FAILED,
                  message,
                  List.of(new ApiException.FieldError("required", "reason", message)));
            });
  }

  private void writeTimeline(Tx tx, Caller caller, Incident before, IncidentChange change) {
    if (!change.changesIncident()) {
      return;
    }
    Severity severity = change.severity().orElse(before.severity());
    boolean isOther = severity != before.severity();
    String reason = isOther ? reason(change, "to change the severity") : "";
    boolean follows = isOther && before.priority() == Priority.of(before.severity());
    String title = change.title().map(timeline::masked).orElse(before.title());
    String summary = change.summary().map(timeline::masked).orElse(before.summary());
    tx.on(IncidentStore.class)
        .tell(
            caller.tenant(),
            before.incidentId(),
            title,
            summary,
            severity,
            change.priority().orElse(follows ? Priority.of(severity) : before.priority()),
            change.category().orElse(before.category()),
            change.channelUrl().map(timeline::masked).orElse(before.channelUrl()),
            change
                .tags()
                .map(tags -> Json.text(tags.stream().distinct().map(timeline::masked).toList()))
                .orElse(before.tags()),
            Incidents.searched(before.number(), title, summary),
            tx.now());
    if (isOther) {
      incidents.severityChanged(tx, caller, before, severity, reason);
    }
    List<String> changed = changed(change);
    if (!changed.isEmpty()) {
      timeline.write(
          tx,
          caller,
          before.incidentId(),
          TimelineEntryType.CHANGED,
          String.join(", ", changed) + " changed");
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.INCIDENT,
                  "incident.update",
                  "incident",
                  before.incidentId(),
                  before.shown())
              .with("changed", String.join(" ", changed)));
    }
  }

  private static List<String> changed(IncidentChange change) {
    List<String> names = new ArrayList<>();
    change.title().ifPresent(value -> names.add("title"));
    change.summary().ifPresent(value -> names.add("summary"));
    change.priority().ifPresent(value -> names.add("priority"));
    change.category().ifPresent(value -> names.add("category"));
    change.channelUrl().ifPresent(value -> names.add("channelUrl"));
    change.tags().ifPresent(value -> names.add("tags"));
    return names;
  }

  private void link(Tx tx, Caller caller, Incident incident, IncidentChange change) {
    if (incident.status() == IncidentStatus.CLOSED && change.addsEvidence()) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The incident is closed and accepts no more evidence; reopen it first.");
    }
    String note = change.evidenceNote();
    change.addAlertIds().forEach(id -> evidence.addAlert(tx, caller, incident, id, note));
    change.addSessionIds().forEach(id -> evidence.addSession(tx, caller, incident, id, note));
    change.addAgentIds().forEach(id -> evidence.addAgent(tx, caller, incident, id, note));
    change.removeEvidenceIds().forEach(id -> evidence.remove(tx, caller, incident, id));
    if (change.addsEvidence() || !change.removeEvidenceIds().isEmpty()) {
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.INCIDENT,
                  "incident.evidence",
                  "incident",
                  incident.incidentId(),
                  incident.shown())
              .with("alerts", String.join(" ", change.addAlertIds()))
              .with("sessions", String.join(" ", change.addSessionIds()))
              .with("agents", String.join(" ", change.addAgentIds()))
              .with("removed", String.join(" ", change.removeEvidenceIds())));
    }
  }

  /** Returns the target incident, locked. Both incidents are always locked in the same order. */
  private Incident target(Tx tx, OrgId org, String id, String other) {
    if (other.equals(id)) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "\"duplicateOf\" is the incident itself.");
    }
    if (id.compareTo(other) < 0) {
      moves.lock(tx, org, id);
    }
    return moves.lock(tx, org, other);
  }

  private void merge(
      Tx tx, Caller caller, Incident incident, Incident into, IncidentChange change) {
    if (!incident.duplicateOf().isEmpty()) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The incident is " + incident.status() + " as a duplicate already; reopen it first.");
    }
    if (!into.duplicateOf().isEmpty() || into.status() == IncidentStatus.CLOSED) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "Incident #"
              + into.number()
              + " is closed"
              + (into.duplicateOf().isEmpty() ? "" : " as a duplicate itself")
              + "; specify an open incident.");
    }
    moves.merge(tx, caller, incident, into, change.resolutionNote().orElse(""));
    evidence.copy(tx, caller, incident, into);
    timeline.write(
        tx,
        caller,
        into.incidentId(),
        TimelineEntryType.MERGED,
        "#" + incident.number() + " \"" + incident.title() + "\" is a duplicate of this.",
        java.util.Map.of("incidentId", incident.incidentId()));
  }
}
