package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.events.Events;
import io.svc.server.http.Call;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.testing.TestKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Alerts of one tenant over a real store, with channels of a test's choice. */
final class AlertSite {
  final Database database;
  final Identifiers identifiers;
  final OrgId org;
  final Agents agents;
  final Events events;
  final TestChannels channels = new TestChannels();
  final WakeupSignal wakeupSignal = new WakeupSignal();
  final AuditLog audit;
  final Alerts alerts;
  final AlertTriage desk;

  AlertSite(Database database, Path directory, Clock clock) {
    this.database = database;
    this.identifiers = new Identifiers(clock);
    this.org = new OrgId(identifiers.next("org_"));
    this.agents = new Agents(identifiers);
    this.events = new Events(database, identifiers);
    this.audit = new AuditLog(database, identifiers, new Keyring(TestKeys.create(directory)));
    this.alerts =
        new Alerts(
            database,
            identifiers,
            agents,
            new AgentSessions(identifiers),
            events,
            channels,
            wakeupSignal,
            audit);
    this.desk = new AlertTriage(database, alerts, agents, channels, audit);
  }

  /** A secret that went to a host. */
  static AlertDraft leak(Severity severity, String host) {
    return AlertDraft.of("secret_exposure", severity, "Secret in tool arguments")
        .description("A token was about to leave.")
        .rule("github_pat")
        .destination(host)
        .build();
  }

  Alert raise(AlertDraft draft) {
    return database.write(tx -> alerts.raise(tx, org, draft)).alert();
  }

  Alert raise(Severity severity) {
    return raise(leak(severity, "example.com"));
  }

  /** The same for an alert whose routing depends on filters, which are evaluated afterwards. */
  Alert raiseAndRoute(AlertDraft draft) {
    String id = raise(draft).alertId();
    while (alerts.routing().route(org)) {
      // Until none waits.
    }
    return find(id);
  }

  Alert find(String id) {
    return database.read(tx -> alerts.get(tx, org, id));
  }

  List<Delivery> deliveries(String alertId) {
    return database.read(tx -> tx.on(DeliveryStore.class).of(org, alertId));
  }

  List<String> entries(String alertId) {
    return database.read(tx -> tx.on(AlertStore.class).entries(org, alertId, 100)).stream()
        .map(entry -> entry.type().toString())
        .toList();
  }

  Caller caller() {
    return Caller.system("test", org);
  }

  void triage(String id, TriageStatus status) {
    desk.triage(caller(), id, Optional.of(status), Optional.empty(), version -> {});
  }

  static Fields fields(String json) {
    return Fields.ofPart(Call.json(json.getBytes(StandardCharsets.UTF_8)));
  }

  /** In place of the rule that a tenant begins with. */
  AlertRule onlyRule(String json) {
    for (AlertRule rule : alerts.rules().all(org)) {
      alerts.rules().delete(caller(), rule.ruleId(), version -> {});
    }
    return alerts.rules().create(caller(), fields(json));
  }

  long eventCount() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT count(*) FROM event WHERE event_type = 'ThreatDetectionEvent'")
                .mapTo(Long.class)
                .one());
  }
}
