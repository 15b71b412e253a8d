package io.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.scanner.finding.Ids;
import io.svc.server.db.Database;
import io.svc.server.db.PageRequest;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.redaction.Masking;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stays of scans. */
class ScanRetentionTest extends StoreContract {
  private static final Duration KEPT = Duration.ofDays(180);
  private static final String TYPE = "unpinned_package";

  private Database database;
  private Workspace workspace;
  private McpReports reports;
  private McpFindings findings;
  private ScanRetention retention;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    reports =
        new McpReports(
            database,
            workspace.identifiers(),
            new Ids(clock),
            workspace.audit(),
            (tx, caller, report, opened) -> 0);
    findings = new McpFindings(database);
    retention = new ScanRetention(database, workspace.tenants());
  }

  private Sample sample() {
    return Sample.of(workspace.org());
  }

  private Idempotency.RepeatableResponse send(Sample sample) {
    ParsedReport sent =
        new ReportReader(new Masking()).read(Fields.lenient(sample.json()), workspace.org());
    Idempotency.RepeatableResponse reply =
        reports.accept(workspace.caller(), sent, Optional.empty());
    clock.advance(Duration.ofMinutes(1));
    return reply;
  }

  private boolean hasBody(Sample sample) {
    try {
      return reports.get(workspace.org(), sample.id()).path("report_id").isTextual();
    } catch (ApiException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(e).hasMessageContaining("older than the retention period of its organization");
      return false;
    }
  }

  private McpFindings.Page all() {
    return findings.page(
        new FindingCondition(workspace.org()), workspace.org(), 200, Optional.empty());
  }

  private McpFindings.Page searched(String text) {
    FindingCondition condition = new FindingCondition(workspace.org());
    condition.contains(text);
    return findings.page(condition, workspace.org(), 200, Optional.empty());
  }

  private ScanRetention.RemovedCounts prune() {
    return retention.prune(clock.instant());
  }

  @Test
  void bodies_of_old_reports_go_and_the_latest_of_each_file_stays() {
    Sample first = sample().finding(TYPE, "low", "postgres");
    Sample second = sample().finding(TYPE, "low", "postgres");
    Sample elsewhere = sample().with("config_path", "/srv/other/mcp.json");
    send(first);
    send(elsewhere);
    send(second);
    clock.advance(KEPT.minusDays(1));
    assertThat(prune()).isEqualTo(new ScanRetention.RemovedCounts(0, 0));
    clock.advance(Duration.ofDays(1));

    assertThat(prune()).isEqualTo(new ScanRetention.RemovedCounts(0, 1));

    assertThat(hasBody(first)).isFalse();
    assertThat(hasBody(second)).isTrue();
    assertThat(hasBody(elsewhere)).isTrue();
    McpReports.Page page = reports.page(workspace.org(), PageRequest.latest(0, 10));
    assertThat(page.total()).isEqualTo(3);
    assertThat(page.reports())
        .extracting(StoredReport::reportId)
        .containsExactly(second.id(), elsewhere.id(), first.id());
    assertThat(prune()).isEqualTo(new ScanRetention.RemovedCounts(0, 0));
    send(sample().assets());
    clock.advance(KEPT);
    assertThat(prune().bodies()).isEqualTo(1);
    assertThat(hasBody(second)).isFalse();
  }

  @Test
  void a_report_without_its_body_is_known_again() {
    Sample old = sample().finding(TYPE, "low", "postgres");
    send(old);
    send(sample().finding(TYPE, "low", "postgres"));
    clock.advance(KEPT);
    assertThat(prune().bodies()).isEqualTo(1);

    assertThat(send(old).status()).isEqualTo(200);

    old.with("markdown_summary", "something else");
    assertThatThrownBy(() -> send(old))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("another report");
    assertThat(hasBody(old)).isFalse();
  }

  @Test
  void a_report_that_something_present_was_seen_in_last_stays() {
    Sample old = sample().asset("kept", "npx", "kept").finding(TYPE, "high", "kept");
    send(old);
    // One that could not read everything judges nothing that it does not tell of.
    send(sample().with("status", "partial").finding(TYPE, "low", "other"));
    clock.advance(KEPT);

    assertThat(prune().bodies()).isZero();

    assertThat(hasBody(old)).isTrue();
  }

  @Test
  void findings_fixed_long_ago_go_with_what_is_counted_and_searched_of_them() {
    send(sample().finding(TYPE, "high", "first").finding(TYPE, "low", "second"));
    send(sample().finding(TYPE, "low", "second"));
    clock.advance(KEPT.minusDays(2));
    send(sample());
    assertThat(all().total().count()).isEqualTo(2);
    clock.advance(Duration.ofDays(2));

    assertThat(prune().findings()).isEqualTo(1);

    assertThat(all().findings()).hasSize(1);
    assertThat(all().findings().get(0).path("server").asText()).isEqualTo("second");
    assertThat(searched("first").findings()).isEmpty();
    assertThat(searched("second").findings()).hasSize(1);
    Map<String, Long> counts = database.read(tx -> InventoryCounts.read(tx, workspace.org()));
    assertThat(counts).containsEntry("findings.fixed.high", 0L);
    assertThat(counts).containsEntry("findings.fixed.low", 1L);
  }

  @Test
  void a_finding_that_comes_back_later_is_a_new_one() {
    send(sample().finding(TYPE, "high", "postgres"));
    send(sample());
    clock.advance(KEPT);
    assertThat(prune().findings()).isEqualTo(1);

    send(sample().finding(TYPE, "high", "postgres"));

    assertThat(all().findings()).hasSize(1);
    assertThat(all().findings().get(0).path("status").asText()).isEqualTo("new");
    assertThat(all().total().count()).isEqualTo(1);
  }

  @Test
  void very_many_go_step_by_step() {
    Sample several = sample();
    List<Sample> later = new ArrayList<>();
    for (int i = 0; i < 650; i++) {
      several.finding(TYPE, "low", "server " + i);
    }
    send(several);
    for (int i = 0; i < 20; i++) {
      Sample next = sample().assets();
      send(next);
      later.add(next);
    }
    clock.advance(KEPT);

    assertThat(prune()).isEqualTo(new ScanRetention.RemovedCounts(650, 20));

    assertThat(all().findings()).isEmpty();
    assertThat(hasBody(later.get(19))).isTrue();
    assertThat(hasBody(later.get(18))).isFalse();
  }
}
