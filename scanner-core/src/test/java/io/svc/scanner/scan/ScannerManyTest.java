package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.password;
import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many files, and many callers of one scanner. */
class ScannerManyTest {
  private static final int FILES = 200;

  @TempDir private Path directory;

  private final List<ScanRequest> requests = new ArrayList<>();

  @BeforeEach
  void write_files() {
    for (int i = 0; i < FILES; i++) {
      requests.add(ScanRequest.of(file(i)));
    }
  }

  @Test
  void outcomes_come_in_the_order_of_the_requests() {
    var outcomes = new Scanner(settings(directory)).scanAll(requests);

    assertThat(outcomes)
        .extracting(ScanOutcome::path)
        .isEqualTo(requests.stream().map(ScanRequest::path).toList());
  }

  @Test
  void scanning_all_is_scanning_one_by_one() {
    var scanner = new Scanner(settings(directory));

    var together = scanner.scanAll(requests);

    assertThat(lasting(together)).isEqualTo(lasting(scanEach(scanner)));
    assertThat(together)
        .hasAtLeastOneElementOfType(Scanned.class)
        .hasAtLeastOneElementOfType(NotFound.class)
        .hasAtLeastOneElementOfType(UnreadableFile.class);
  }

  @Test
  void one_scanner_serves_eight_callers() throws Exception {
    var scanner = new Scanner(settings(directory));
    var expected = lasting(scanEach(new Scanner(settings(directory))));
    Callable<List<ScanOutcome>> caller = () -> scanEach(scanner);
    ExecutorService pool = Executors.newFixedThreadPool(8);
    Set<String> ids = new HashSet<>();
    int reports = 0;
    try {
      for (Future<List<ScanOutcome>> outcomes : pool.invokeAll(Collections.nCopies(8, caller))) {
        assertThat(lasting(outcomes.get())).isEqualTo(expected);
        for (ScanOutcome outcome : outcomes.get()) {
          if (outcome instanceof Scanned scanned) {
            ids.add(scanned.report().reportId());
            reports++;
          }
        }
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(ids).hasSize(reports);
  }

  @Test
  void no_requests_give_no_outcomes() {
    assertThat(new Scanner(settings(directory)).scanAll(List.of())).isEmpty();
  }

  @Test
  void the_same_file_may_be_asked_for_twice() {
    var twice = List.of(requests.get(1), requests.get(1));

    var outcomes = lasting(new Scanner(settings(directory)).scanAll(twice));

    assertThat(outcomes.get(0)).isEqualTo(outcomes.get(1));
  }

  private Path file(int i) {
    String name = "project" + i + "/.cursor/mcp.json";
    if (i % 10 == 0) {
      return directory.resolve(name);
    }
    if (i % 10 == 5) {
      return write(directory, name, "{\"mcpServers\": {");
    }
    return write(
        directory,
        name,
        """
        {"mcpServers": {
          "server%d": {"command": "npx", "args": ["-y", "pkg%d"], "env": {"API_KEY": "%s"}},
          "broken": 7}}
        """
            .formatted(i, i, password(i)));
  }

  private List<ScanOutcome> scanEach(Scanner scanner) {
    List<ScanOutcome> outcomes = new ArrayList<>();
    for (ScanRequest request : requests) {
      outcomes.add(scanner.scan(request));
    }
    return outcomes;
  }

  private static List<String> lasting(List<ScanOutcome> outcomes) {
    List<String> lasting = new ArrayList<>();
    for (ScanOutcome outcome : outcomes) {
      if (outcome instanceof Scanned scanned) {
        StringBuilder text = new StringBuilder(scanned.report().markdownSummary());
        for (Finding finding : scanned.report().findings()) {
          text.append('\n').append(TestScans.lasting(finding));
        }
        lasting.add(text.toString());
      } else {
        lasting.add(outcome.toString());
      }
    }
    return lasting;
  }
}
