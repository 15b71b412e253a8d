package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestFindings.byFingerprint;
import static io.svc.scanner.scan.TestFindings.byType;
import static io.svc.scanner.scan.TestFindings.finding;
import static io.svc.scanner.scan.TestFindings.fingerprint;
import static io.svc.scanner.scan.TestFindings.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressionsTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-01-31");
  private static final List<String> FILES = List.of(".mcp.json", "~/.cursor/mcp.json");

  @Test
  void the_first_decision_that_covers_a_finding_sets_it_aside() {
    var first = byType(1, "shell_wrapper", "*", "");
    var second = byFingerprint(2, fingerprint("shell_wrapper", "notes"), "");
    var suppressions = suppressions(first, second);

    assertThat(suppressions.of(finding("shell_wrapper", "notes"), ".mcp.json")).contains(first);
    assertThat(suppressions.of(finding("auto_approve", "notes"), ".mcp.json")).isEmpty();
    assertThat(suppressions.unused(FILES, true, Set.of())).containsExactly(second);
  }

  @Test
  void an_expired_decision_sets_nothing_aside_and_is_not_unused_as_well() {
    var expired = until("2026-01-30", byType(1, "shell_wrapper", "*", ""));
    var lasting = until("2026-01-31", byType(2, "auto_approve", "*", ""));
    var suppressions = suppressions(expired, lasting);

    assertThat(suppressions.of(finding("shell_wrapper", "notes"), ".mcp.json")).isEmpty();
    assertThat(suppressions.of(finding("auto_approve", "notes"), ".mcp.json")).contains(lasting);
    assertThat(suppressions.expired()).containsExactly(expired);
    assertThat(suppressions.unused(FILES, true, Set.of())).isEmpty();
  }

  @Test
  void where_an_expired_decision_precedes_it_a_later_one_counts() {
    var expired = until("2026-01-30", byType(1, "shell_wrapper", "*", ""));
    var renewed = byType(2, "shell_wrapper", "*", "");

    assertThat(suppressions(expired, renewed).of(finding("shell_wrapper", "notes"), ".mcp.json"))
        .contains(renewed);
  }

  @ParameterizedTest
  @CsvSource({
    // pattern of files, whether all files were scanned, whether it is told
    "'', true, true",
    "'', false, false",
    ".mcp.json, true, true",
    ".mcp.json, false, true",
    "~/*, false, true",
    "other.json, false, false",
    "other.json, true, false"
  })
  void a_decision_is_unused_where_the_run_looked(String file, boolean isComplete, boolean isTold) {
    var suppression = byType(1, "shell_wrapper", "*", file);

    assertThat(suppressions(suppression).unused(FILES, isComplete, Set.of()))
        .isEqualTo(isTold ? List.of(suppression) : List.of());
  }

  @Test
  void a_type_that_the_run_did_not_look_for_is_not_unused() {
    var suppressions =
        suppressions(
            byType(1, "shell_wrapper", "*", ""),
            byFingerprint(2, fingerprint("shell_wrapper", "notes"), ""));

    assertThat(suppressions.unused(FILES, true, Set.of("shell_wrapper")))
        .extracting(Suppression::line)
        .containsExactly(2);
    assertThat(suppressions.unused(FILES, true, Set.of("auto_approve"))).hasSize(2);
  }

  @Test
  void a_decision_that_was_needed_once_stays_used() {
    var suppressions = suppressions(byType(1, "shell_wrapper", "notes", ""));

    assertThat(suppressions.of(finding("shell_wrapper", "notes"), "a.json")).isPresent();
    assertThat(suppressions.of(finding("shell_wrapper", "other"), "b.json")).isEmpty();

    assertThat(suppressions.unused(FILES, true, Set.of())).isEmpty();
  }

  @Test
  void without_decisions_nothing_is_set_aside() {
    assertThat(Suppressions.NONE.of(finding("shell_wrapper", "notes"), ".mcp.json")).isEmpty();
    assertThat(Suppressions.NONE.expired()).isEmpty();
    assertThat(Suppressions.NONE.unused(FILES, true, Set.of())).isEmpty();
    assertThat(Suppressions.NONE.isShown()).isFalse();
  }

  @Test
  void many_threads_may_ask() throws Exception {
    List<Suppression> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(byType(i + 1, "shell_wrapper", "server" + i, ""));
    }
    var suppressions = new Suppressions(all, TODAY, false);
    Callable<Integer> asking =
        () -> {
          int found = 0;
          for (int i = 0; i < 100; i++) {
            found +=
                suppressions.of(finding("shell_wrapper", "server" + i), "a.json").isPresent()
                    ? 1
                    : 0;
          }
          return found;
        };
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (Future<Integer> found : pool.invokeAll(Collections.nCopies(16, asking))) {
        assertThat(found.get()).isEqualTo(50);
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(suppressions.unused(FILES, true, Set.of())).isEmpty();
  }

  private static Suppressions suppressions(Suppression... all) {
    return new Suppressions(List.of(all), TODAY, false);
  }
}
