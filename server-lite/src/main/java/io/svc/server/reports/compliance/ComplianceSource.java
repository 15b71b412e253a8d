package io.svc.server.reports.compliance;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;
import io.svc.server.reports.ReportDigest;
import io.svc.server.reports.ReportRow;
import io.svc.server.reports.ReportScope;
import io.svc.server.reports.ReportSource;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The controls of a framework, each with the results for the tenant. It reports checks and
 * findings; auditors decide whether these satisfy a framework.
 */
public final class ComplianceSource implements ReportSource {
  private final ComplianceSnapshot.SnapshotSources sources;
  private final Clock clock;

  public ComplianceSource(ComplianceSnapshot.SnapshotSources sources, Clock clock) {
    this.sources = sources;
    this.clock = clock;
  }

  @Override
  public String type() {
    return "compliance";
  }

  @Override
  public String title() {
    return "Compliance";
  }

  @Override
  public String title(ReportScope scope) {
    return Frameworks.find(scope.framework()).map(Framework::title).orElseGet(this::title);
  }

  @Override
  public List<String> columns() {
    return ControlRow.COLUMNS;
  }

  @Override
  public List<String> frameworks() {
    return Frameworks.names();
  }

  @Override
  public ReportDigest digest() {
    return new ControlDigest();
  }

  /** Returns a single page: there are some dozen controls, and their evidence is limited. */
  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    Framework framework = Frameworks.find(scope.framework()).orElseThrow();
    ComplianceSnapshot snapshot = new ComplianceSnapshot(sources, org, scope, clock.instant());
    Map<String, CheckResult> results = new HashMap<>();
    List<ReportRow> rows = new ArrayList<>();
    for (Framework.Control control : framework.controls()) {
      for (String name : control.checks()) {
        results.computeIfAbsent(
            name, check -> requireNonNull(ComplianceChecks.all().get(check)).evaluate(snapshot));
      }
      ControlStatus status =
          ControlStatus.of(
              control.checks().stream()
                  .map(check -> requireNonNull(results.get(check)).status())
                  .toList());
      for (String check : control.checks()) {
        rows.addAll(ControlRow.of(control, status, check, requireNonNull(results.get(check))));
      }
    }
    return new Page(rows, Optional.empty());
  }

  /** All checks by the names that controls use. */
  static final class ComplianceChecks {
    private static final Map<String, ComplianceCheck> ALL = new LinkedHashMap<>();

    static {
      ALL.putAll(AgentChecks.ALL);
      ALL.putAll(PolicyChecks.ALL);
      ALL.putAll(McpChecks.ALL);
      ALL.putAll(AccessChecks.ALL);
      ALL.putAll(RecordChecks.ALL);
    }

    private ComplianceChecks() {}

    static Map<String, ComplianceCheck> all() {
      return Collections.unmodifiableMap(ALL);
    }
  }
}
