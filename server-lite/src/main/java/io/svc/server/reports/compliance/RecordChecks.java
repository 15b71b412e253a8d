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

  private static CheckResult audit(ComplianceSnapshot estate) {
    AuditVerdict verdict =
        estate.sources().audit().checked(estate.org(), estate.now(), CHECKED_WITHIN);
    List<Evidence> evidence =
        List.of(
            new Evidence(
                "audit_log",
                verdict.head(),
                CountTexts.count(verdict.checked(), "entry", "entries") + " checked"));
    return CheckResult.when(
        verdict.ok(), evidence, "The audit log is broken: " + verdict.reason().orElse(""));
  }

  private static CheckResult killSwitch(ComplianceSnapshot estate) {
    Optional<Instant> last =
        estate.read(tx -> estate.sources().events().lastSwitch(tx, estate.org()));
    List<Evidence> evidence =
        last.stream()
            .map(at -> new Evidence("event", Json.time(at), "last use of a kill switch"))
            .toList();
    return CheckResult.when(
        last.filter(at -> at.isAfter(estate.now().minus(TRIED_WITHIN))).isPresent(),
        evidence,
        "No kill switch was used or tried within " + TRIED_WITHIN.toDays() + " days");
  }

  private static CheckResult retention(ComplianceSnapshot estate) {
    RetentionDays days = estate.settings().retentionDays();
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
            + "; half a year is "
            + HALF_A_YEAR);
  }

  private static CheckResult decisions(ComplianceSnapshot estate) {
    if (estate.agents().live() == 0) {
      return CheckResult.notEvaluated("No agent is known yet.");
    }
    Instant from = estate.scope().from().orElse(estate.scope().to().minus(USUAL));
    long count = estate.read(tx -> new DecisionHours(tx, estate.org()).since(from));
    return CheckResult.when(
        count > 0,
        List.of(
            new Evidence(
                "decisions", Json.time(from), CountTexts.count(count, "decision") + " since then")),
        "No decision was recorded since " + Json.time(from));
  }

  private static CheckResult channels(ComplianceSnapshot estate) {
    List<Integration> all =
        estate.read(tx -> estate.sources().integrations().channels(tx, estate.org()));
    List<Integration> connected =
        all.stream().filter(one -> one.status() == IntegrationStatus.CONNECTED).toList();
    List<Evidence> evidence =
        (connected.isEmpty() ? all : connected)
            .stream().map(one -> new Evidence("integration", one.id(), one.name())).toList();
    if (!connected.isEmpty()) {
      return CheckResult.pass(evidence);
    }
    return all.isEmpty()
        ? CheckResult.fail(evidence, "No channel for notifications is configured")
        : CheckResult.partial(evidence, "No channel for notifications was tested with success");
  }
}
