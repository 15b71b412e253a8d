package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of one name in several files. */
class ScannerNameClashTest {
  private static final String COLLISION = "server_name_collision";

  @TempDir private Path directory;

  @Test
  void two_files_of_one_project_are_reported_once_in_the_second() {
    Path first = file("a/.mcp.json", "notes", "x");
    Path second = file("a/.cursor/mcp.json", "Notes", "y");

    var reports = scan(ScanRequest.of(first), ScanRequest.of(second));

    assertThat(collisions(reports.get(0))).isEmpty();
    assertThat(collisions(reports.get(1))).hasSize(1);
    Finding finding = collisions(reports.get(1)).get(0);
    assertThat(finding.server()).isEqualTo("Notes");
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.detail())
        .isEqualTo(
            "A server named `notes` already exists in `a/.mcp.json`, with a different command or"
                + " URL. No client merges the two files.");
    assertThat(finding.configPath()).isEqualTo(second.toString());
    assertThat(reports.get(1).findingsCount()).isEqualTo(reports.get(1).findings().size());
  }

  @Test
  void the_order_of_the_files_decides_which_is_the_second() {
    Path first = file("a/.mcp.json", "notes", "x");
    Path second = file("a/.cursor/mcp.json", "notes", "y");

    var reports = scan(ScanRequest.of(second), ScanRequest.of(first));

    assertThat(collisions(reports.get(0))).isEmpty();
    assertThat(collisions(reports.get(1))).hasSize(1);
  }

  @Test
  void two_projects_do_not_meet() {
    var reports =
        scan(
            ScanRequest.of(file("a/.mcp.json", "notes", "x")),
            ScanRequest.of(file("b/.mcp.json", "notes", "y")));

    assertThat(reports).allSatisfy(report -> assertThat(collisions(report)).isEmpty());
  }

  @Test
  void a_file_of_the_user_meets_each_project() {
    var reports =
        scan(
            ScanRequest.of(file("home/.cursor/mcp.json", "notes", "x")).forAllProjects(),
            ScanRequest.of(file("a/.cursor/mcp.json", "notes", "y")),
            ScanRequest.of(file("b/.cursor/mcp.json", "notes", "x")));

    assertThat(collisions(reports.get(0))).isEmpty();
    assertThat(collisions(reports.get(1)))
        .extracting(Finding::severity)
        .containsExactly(Severity.MEDIUM);
    assertThat(collisions(reports.get(2)))
        .extracting(Finding::severity)
        .containsExactly(Severity.INFO);
    assertThat(collisions(reports.get(1)).get(0).detail()).contains("in `home/.cursor/mcp.json`");
  }

  @Test
  void a_look_alike_in_another_file_is_reported() {
    var reports =
        scan(
            ScanRequest.of(file("a/.mcp.json", "team-notes", "x")),
            ScanRequest.of(file("a/.cursor/mcp.json", "tearn-notes", "x")));

    assertThat(reports.get(0).findings()).isEmpty();
    assertThat(reports.get(1).findings())
        .extracting(Finding::findingType)
        .containsExactly("server_name_confusable");
  }

  @Test
  void one_file_given_twice_has_no_rival() {
    Path file = file("a/.mcp.json", "notes", "x");

    assertThat(scan(ScanRequest.of(file), ScanRequest.of(file)))
        .allSatisfy(report -> assertThat(collisions(report)).isEmpty());
  }

  @Test
  void a_file_alone_has_no_rival() {
    file("a/.mcp.json", "notes", "x");
    Path file = file("a/.cursor/mcp.json", "notes", "y");

    assertThat(collisions(scan(ScanRequest.of(file)).get(0))).isEmpty();
  }

  @Test
  void a_name_that_contains_a_secret_is_masked_in_the_other_files_report() {
    String token = TestScans.token(3);
    var reports =
        scan(
            ScanRequest.of(file(token + "/.mcp.json", token, "x")).forAllProjects(),
            ScanRequest.of(file("a/.mcp.json", token, "y")));

    assertThat(collisions(reports.get(1))).hasSize(1);
    assertThat(reports.get(1).findings().toString()).doesNotContain(token.substring(8));
  }

  @Test
  void what_was_made_of_the_last_scan_of_a_file_is_kept() {
    List<ScanRequest> requests =
        List.of(
            ScanRequest.of(file("a/.mcp.json", "notes", "x")),
            ScanRequest.of(file("a/.cursor/mcp.json", "notes", "y")),
            ScanRequest.of(file("b/.mcp.json", "notes", "z")));
    ConcurrentMap<Path, AtomicInteger> calls = new ConcurrentHashMap<>();

    List<Integer> nonOverlapping =
        new Scanner(settings(directory))
            .scanAll(
                requests,
                outcome ->
                    calls
                        .computeIfAbsent(outcome.path(), path -> new AtomicInteger())
                        .incrementAndGet());

    assertThat(nonOverlapping).containsExactly(1, 2, 1);
  }

  @Test
  void a_file_that_is_gone_at_the_second_look_is_not_found() {
    Path first = file("a/.mcp.json", "notes", "x");
    Path second = file("a/.cursor/mcp.json", "notes", "y");

    List<ScanOutcome> stored =
        new Scanner(settings(directory))
            .scanAll(
                List.of(ScanRequest.of(first), ScanRequest.of(second)),
                outcome -> {
                  if (outcome.path().equals(second)) {
                    delete(second);
                  }
                  return outcome;
                });

    assertThat(stored.get(0)).isInstanceOf(Scanned.class);
    assertThat(stored.get(1)).isInstanceOf(NotFound.class);
  }

  @Test
  void files_that_cannot_be_read_are_no_rivals() {
    Path broken = write(directory, "a/.mcp.json", "{\"mcpServers\": {\"notes\":");
    Path sound = file("a/.cursor/mcp.json", "notes", "x");

    List<ScanOutcome> outcomes =
        new Scanner(settings(directory))
            .scanAll(
                List.of(
                    ScanRequest.of(broken),
                    ScanRequest.of(directory.resolve("a/.vscode/mcp.json")),
                    ScanRequest.of(sound)));

    assertThat(outcomes.get(0)).isInstanceOf(UnreadableFile.class);
    assertThat(outcomes.get(1)).isInstanceOf(NotFound.class);
    assertThat(collisions(((Scanned) outcomes.get(2)).report())).isEmpty();
  }

  private Path file(String path, String name, String command) {
    return write(
        directory,
        path,
        "{\"mcpServers\": {\"%s\": {\"command\": \"%s\"}}}".formatted(name, command));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<McpScanReport> scan(ScanRequest... requests) {
    List<McpScanReport> reports = new ArrayList<>();
    for (ScanOutcome outcome : new Scanner(settings(directory)).scanAll(List.of(requests))) {
      reports.add(((Scanned) outcome).report());
    }
    return Collections.unmodifiableList(reports);
  }

  private static List<Finding> collisions(McpScanReport report) {
    return report.findings().stream()
        .filter(finding -> finding.findingType().equals(COLLISION))
        .toList();
  }
}
