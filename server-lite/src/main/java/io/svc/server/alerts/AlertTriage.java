package io.svc.server.alerts;

import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.expressions.Expression.Outcome;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Triage operations on alerts. Thread-safe. */
final class AlertTriage {
  private final Database database;
  private final Alerts alerts;
  private final Agents agents;
  private final Channels channels;
  private final Deliveries deliveries;
  private final AuditLog audit;
  private final Masking masking = new Masking();

  AlertTriage(Database database, Alerts alerts, Agents agents, Channels channels, AuditLog audit) {
    this.database = database;
    this.alerts = alerts;
    this.agents = agents;
    this.channels = channels;
    this.deliveries = alerts.deliveries();
    this.audit = audit;
  }

  private static Alert locked(Tx tx, OrgId org, String id) {
    return tx.on(AlertStore.class)
        .lock(org, id)
        .orElseThrow(() -> ApiException.notFound("alert", id));
  }

  /**
   * Changes the triage status of an alert, or adds a note, or both.
   *
   * @throws ApiException if the alert does not exist or the transition is not allowed
   */
  void triage(
      Caller caller,
      String id,
      Optional<TriageStatus> status,
      Optional<String> note,
      LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          Alert alert = locked(tx, org, id);
          expectVersion.accept(alert.version());
          status
              .filter(requested -> requested != alert.triageStatus())
              .ifPresent(requested -> move(tx, caller, alert, requested));
          note.ifPresent(
              text -> {
                alerts.note(tx, org, id, AlertEntryType.NOTED, caller.name(), masking.text(text));
                audit.record(tx, caller, event("alert.note", alert));
              });
        });
  }

  private void move(Tx tx, Caller caller, Alert alert, TriageStatus to) {
    OrgId org = caller.tenant();
    if (!alert.triageStatus().canBecome(to)) {
      throw new ApiException(
          ErrorCode.INVALID_TRANSITION,
          "The alert is \""
              + alert.triageStatus()
              + "\" and cannot become \""
              + to
              + "\"; open it first.");
    }
    tx.on(AlertStore.class)
        .triage(org, alert.alertId(), to, to.isClosed() ? Optional.of(tx.now()) : Optional.empty());
    alerts.note(
        tx,
        org,
        alert.alertId(),
        AlertEntryType.TRIAGED,
        caller.name(),
        alert.triageStatus() + " to " + to);
    if (to.isClosed() && !alert.triageStatus().isClosed()) {
      deliveries.notifyResolution(tx, org, alert.alertId());
    }
    audit.record(
        tx,
        caller,
        event("alert.triage", alert)
            .with("from", alert.triageStatus().toString())
            .with("to", to.toString()));
  }

  /**
   * Resends an alert to one channel, or to the failed channels, or otherwise to all.
   *
   * @throws ApiException if the alert or the channel does not exist, or no channel applies
   */
  void resend(Caller caller, String id, Optional<String> integrationId) {
    OrgId org = caller.tenant();
    Map<String, Outcome> outcomes =
        integrationId.isPresent() ? Map.of() : alerts.routing().outcomes(org, id);
    database.change(
        tx -> {
          Alert alert = locked(tx, org, id);
          if (integrationId.isPresent()) {
            sendTo(tx, org, alert, integrationId.get());
          } else {
            sendAgain(tx, org, alert, outcomes);
          }
          alerts.note(tx, org, id, AlertEntryType.RESENT, caller.name(), integrationId.orElse(""));
          audit.record(tx, caller, event("alert.resend", alert));
        });
  }

  private void sendTo(Tx tx, OrgId org, Alert alert, String integrationId) {
    Channels.Channel channel =
        channels.enabled(tx, org).stream()
            .filter(candidate -> candidate.id().equals(integrationId))
            .findFirst()
            .orElseThrow(
                () ->
                    new ApiException(
                        ErrorCode.VALIDATION_FAILED,
                        "There is no enabled channel \"" + integrationId + "\"."));
    deliveries.queue(tx, org, alert.alertId(), Map.of(channel, ""), true);
    Outbox.updateAlertStatus(tx, org, alert);
  }

  private void sendAgain(Tx tx, OrgId org, Alert alert, Map<String, Outcome> outcomes) {
    List<Delivery> allDeliveries = tx.on(DeliveryStore.class).of(org, alert.alertId());
    List<Delivery> failed =
        allDeliveries.stream()
            .filter(delivery -> delivery.status() == DeliveryStatus.FAILED)
            .toList();
    if (allDeliveries.isEmpty()) {
      Alert routed =
          alerts.route(
              tx,
              org,
              AlertFacts.of(tx, org, alert, agents),
              AlertRouter.RoutingReason.ORDER,
              outcomes);
      if (routed.status() != AlertStatus.PENDING) {
        throw new ApiException(
            ErrorCode.CONFLICT,
            "No alert rule has an active channel for this alert. Change a rule, or name an"
                + " \"integration_id\".");
      }
      return;
    }
    (failed.isEmpty() ? allDeliveries : failed)
        .forEach(delivery -> deliveries.resend(tx, org, delivery));
    Outbox.updateAlertStatus(tx, org, alert);
  }

  private static AuditEvent event(String action, Alert alert) {
    return AuditEvent.of(Category.ALERT, action, "alert", alert.alertId(), alert.title());
  }
}
