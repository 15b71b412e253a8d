package io.svc.server.reports.compliance;

import io.svc.server.audit.AuditVerdict;
import io.svc.server.decisions.DecisionHours;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.IntegrationStatus;
import io.svc.server.json.Json;
import io.svc.server.reports.ReportDigest.Evidence;
import io.svc.server.tenants.TenantSettings.RetentionDays;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of records and of incident readiness. */
final class RecordChecks {
  private static final Duration CHECKED_WITHIN = Duration.ofHours(24);
  private static final Duration TRIED_WITHIN = Duration.ofDays(180);
  private static final Duration USUAL = Duration.ofDays(30);

  /** The maximum length of six months, in days. */
  private static final int HALF_A_YEAR = 184;

  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "audit_whole",
          RecordChecks::audit,
          "kill_switch_tried",
          RecordChecks::killSwitch,
          "records_kept",
          RecordChecks::retention,
          "decisions_recorded",
          RecordChecks::decisions,
          "channels_connected",
          RecordChecks::channels);

  private RecordChecks() {}

  private static CheckResult audit(ComplianceSnapshot snapshot) {
    AuditVerdict verdict =
        snapshot.sources().audit().checked(snapshot.org(), snapshot.now(), CHECKED_WITHIN);
    List<Evidence> evidence =
        List.of(
            new Evidence(
                "audit_log",
                verdict.head(),
                CountTexts.count(verdict.checked(), "entry", "entries") + " checked"));
    return CheckResult.passIf(
        verdict.ok(), evidence, "The audit log is broken: " + verdict.reason().orElse(""));
  }

  private static CheckResult killSwitch(ComplianceSnapshot snapshot) {
    Optional<Instant> last =
        snapshot.read(tx -> snapshot.sources().events().lastSwitch(tx, snapshot.org()));
    List<Evidence> evidence =
        last.stream()
            .map(at -> new Evidence("event", Json.time(at), "last use of a kill switch"))
            .toList();
    return CheckResult.passIf(
        last.filter(at -> at.isAfter(snapshot.now().minus(TRIED_WITHIN))).isPresent(),
        evidence,
        "No kill switch was used or tested within " + TRIED_WITHIN.toDays() + " days");
  }

  private static CheckResult retention(ComplianceSnapshot snapshot) {
    RetentionDays days = snapshot.settings().retentionDays();
    List<Evidence> evidence = List.of(AccessChecks.setting("retentionDays"));
    int shortOnes = (days.sessions() < HALF_A_YEAR ? 1 : 0) + (days.events() < HALF_A_YEAR ? 1 : 0);
    return CheckResult.of(
        2,
        shortOnes,
        evidence,
        "Sessions are retained for "
            + days.sessions()
            + " days and events for "
            + days.events()
            + "; the minimum is "
            + HALF_A_YEAR);
  }

  private static CheckResult decisions(ComplianceSnapshot snapshot) {
    if (snapshot.agents().live() == 0) {
      return CheckResult.notEvaluated("No agent is known yet.");
    }
    Instant from = snapshot.scope().from().orElse(snapshot.scope().to().minus(USUAL));
    long count = snapshot.read(tx -> new DecisionHours(tx, snapshot.org()).since(from));
    return CheckResult.passIf(
        count > 0,
        List.of(
            new Evidence(
                "decisions", Json.time(from), CountTexts.count(count, "decision") + " since then")),
        "No decision was recorded since " + Json.time(from));
  }

  private static CheckResult channels(ComplianceSnapshot snapshot) {
    List<Integration> all =
        snapshot.read(tx -> snapshot.sources().integrations().channels(tx, snapshot.org()));
    List<Integration> connected =
        all.stream()
            .filter(integration -> integration.status() == IntegrationStatus.CONNECTED)
            .toList();
    List<Evidence> evidence =
        (connected.isEmpty() ? all : connected)
            .stream()
                .map(
                    integration ->
                        new Evidence("integration", integration.id(), integration.name()))
                .toList();
    if (!connected.isEmpty()) {
      return CheckResult.pass(evidence);
    }
    return all.isEmpty()
        ? CheckResult.fail(evidence, "No channel for notifications is configured")
        : CheckResult.partial(evidence, "No channel for notifications has passed a test");
  }
}
