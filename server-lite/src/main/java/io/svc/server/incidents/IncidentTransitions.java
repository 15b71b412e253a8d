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
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Moves incidents between states according to {@link IncidentTransition}. Each transition writes
 * the incident, its timeline and the audit entry together; no other code changes the status.
 */
final class IncidentTransitions {
  private final Timeline timeline;
  private final AuditLog audit;

  IncidentTransitions(Timeline timeline, AuditLog audit) {
    this.timeline = timeline;
    this.audit = audit;
  }

  /**
   * Locks an incident until the transaction ends.
   *
   * @throws ApiException if the incident does not exist
   */
  Incident lock(Tx tx, OrgId org, String id) {
    return tx.on(IncidentStore.class)
        .lock(org, id)
        .orElseThrow(() -> ApiException.notFound("incident", id));
  }

  /** The resolution fields, or empty texts. */
  record ResolutionFields(String resolution, String note, String duplicateOf) {
    static final ResolutionFields NONE = new ResolutionFields("", "", "");
  }

  /** Performs a transition that only needs a reason. */
  void move(Tx tx, Caller caller, Incident incident, IncidentTransition move, String reason) {
    ResolutionFields end =
        move == IncidentTransition.REOPEN
            ? ResolutionFields.NONE
            : new ResolutionFields(
                incident.resolution(), incident.resolutionNote(), incident.duplicateOf());
    move(tx, caller, incident, move, reason, end);
  }

  void resolve(
      Tx tx, Caller caller, Incident incident, IncidentChange.Resolution resolution, String note) {
    String masked = timeline.masked(note);
    move(
        tx,
        caller,
        incident,
        IncidentTransition.RESOLVE,
        resolution + ": " + masked,
        new ResolutionFields(resolution.toString(), masked, ""));
  }

  /** Closes an incident as a duplicate of another one. */
  void merge(Tx tx, Caller caller, Incident incident, Incident into, String note) {
    String masked = timeline.masked(note);
    move(
        tx,
        caller,
        incident,
        IncidentTransition.MERGE,
        "It is a duplicate of #" + into.number() + ".",
        new ResolutionFields(
            IncidentChange.Resolution.DUPLICATE.toString(), masked, into.incidentId()));
  }

  /**
   * Closes an incident whose review is final or not required, or with a waiver.
   *
   * @param waiver the reason for closing without a review; empty for no waiver
   */
  void close(Tx tx, Caller caller, Incident incident, Optional<String> waiver) {
    IncidentTransition.CLOSE.from(incident.status());
    boolean needsReview = incident.severity().isAtLeast(Severity.HIGH);
    boolean isReviewed =
        tx.on(ReviewStore.class)
            .latest(caller.tenant(), incident.incidentId())
            .filter(review -> review.status() == ReviewView.ReviewStatus.FINAL)
            .isPresent();
    if (needsReview && !isReviewed && waiver.isEmpty()) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The incident is resolved, but \"close\" requires a final review for the severity "
              + incident.severity()
              + "; or \"waiveReview\": true with a \"reason\".");
    }
    move(
        tx,
        caller,
        incident,
        IncidentTransition.CLOSE,
        waiver.map(reason -> "Without a final review: " + reason).orElse(""));
  }

  private void move(
      Tx tx,
      Caller caller,
      Incident incident,
      IncidentTransition move,
      String reason,
      ResolutionFields end) {
    IncidentStatus to = move.from(incident.status());
    String maskedReason = timeline.masked(reason);
    Instant now = tx.now();
    boolean isEnding = to == IncidentStatus.RESOLVED || to == IncidentStatus.CLOSED;
    tx.on(IncidentStore.class)
        .move(
            caller.tenant(),
            incident.incidentId(),
            to,
            end,
            Optional.of(incident.acknowledgedAt().orElse(now)),
            to == IncidentStatus.CONTAINED
                ? Optional.of(incident.containedAt().orElse(now))
                : incident.containedAt(),
            isEnding ? Optional.of(incident.resolvedAt().orElse(now)) : Optional.empty(),
            to == IncidentStatus.CLOSED
                ? Optional.of(incident.closedAt().orElse(now))
                : Optional.empty());
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        TimelineEntryType.STATUS_CHANGED,
        incident.status() + " → " + to + (maskedReason.isEmpty() ? "" : ". " + maskedReason),
        Map.of("from", incident.status().toString(), "to", to.toString()));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT,
                "incident." + move,
                "incident",
                incident.incidentId(),
                incident.shown())
            .with("from", incident.status().toString())
            .with("to", to.toString())
            .with("reason", maskedReason)
            .with("duplicateOf", end.duplicateOf()));
  }
}
