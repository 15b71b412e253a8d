package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestFindings.byFingerprint;
import static io.svc.scanner.scan.TestFindings.byType;
import static io.svc.scanner.scan.TestFindings.finding;
import static io.svc.scanner.scan.TestFindings.fingerprint;
import static io.svc.scanner.scan.TestFindings.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuppressionTest {
  @ParameterizedTest
  @CsvSource({
    "unpinned_package, notes, '', true",
    "unpinned_package, NOTES, '', true",
    "unpinned_package, *, '', true",
    "unpinned_package, no*, '', true",
    "unpinned_package, *es, '', true",
    "unpinned_package, n*t*s, '', true",
    "unpinned_package, '', .mcp.json, true",
    "unpinned_package, notes, .mcp.json, true",
    "unpinned_package, notes, *.json, true",
    "unpinned_package, notes, *, true",
    "unpinned_package, note, '', false",
    "unpinned_package, notes2, '', false",
    "unpinned_package, otes, '', false",
    "unpinned_package, n?tes, '', false",
    "unpinned_package, notes, mcp.json, false",
    "unpinned_package, notes, .cursor/*, false",
    "unpinned_package, other, .mcp.json, false",
    "unpinned, notes, '', false",
    "unpinned_*, notes, '', false",
    "*, notes, '', false",
    "shell_wrapper, notes, '', false"
  })
  void a_decision_by_type_covers_what_its_patterns_name(
      String type, String server, String file, boolean covers) {
    var suppression = byType(1, type, server, file);

    assertThat(suppression.covers(finding("unpinned_package", "notes"), ".mcp.json"))
        .isEqualTo(covers);
  }

  @Test
  void a_star_covers_the_findings_that_no_server_has() {
    var finding = finding("config_permissions", "");

    assertThat(byType(1, "config_permissions", "*", "").covers(finding, ".mcp.json")).isTrue();
    assertThat(byType(1, "config_permissions", "", "*").covers(finding, ".mcp.json")).isTrue();
    assertThat(byType(1, "config_permissions", "notes", "").covers(finding, ".mcp.json")).isFalse();
  }

  @Test
  void a_decision_by_fingerprint_covers_that_finding_wherever_it_is() {
    String fingerprint = fingerprint("unpinned_package", "notes");
    var suppression = byFingerprint(1, fingerprint, "other.json");

    assertThat(suppression.covers(finding("unpinned_package", "notes"), ".mcp.json")).isTrue();
    assertThat(suppression.covers(finding("unpinned_package", "notes2"), ".mcp.json")).isFalse();
    assertThat(suppression.covers(finding("shell_wrapper", "notes"), ".mcp.json")).isFalse();
    assertThat(
            byFingerprint(1, fingerprint.substring(0, 20), "")
                .covers(finding("unpinned_package", "notes"), ".mcp.json"))
        .isFalse();
  }

  @Test
  void with_a_fingerprint_type_and_server_are_informational() {
    var suppression =
        new Suppression(
            "x",
            1,
            fingerprint("unpinned_package", "notes"),
            "shell_wrapper",
            "other",
            "",
            "r",
            Optional.empty());

    assertThat(suppression.covers(finding("unpinned_package", "notes"), ".mcp.json")).isTrue();
    assertThat(suppression.covers(finding("shell_wrapper", "other"), ".mcp.json")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-30, false",
    "2026-01-31, false",
    "2026-02-01, true",
    "2027-01-01, true",
    "2025-12-31, false"
  })
  void is_valid_until_the_end_of_its_last_day(LocalDate today, boolean isExpired) {
    var suppression = until("2026-01-31", byType(1, "shell_wrapper", "*", ""));

    assertThat(suppression.isExpiredOn(today)).isEqualTo(isExpired);
  }

  @Test
  void without_a_last_day_it_never_expires() {
    assertThat(byType(1, "shell_wrapper", "*", "").isExpiredOn(LocalDate.MAX)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "'', .mcp.json, true",
    ".mcp.json, .mcp.json, true",
    "*/mcp.json, .cursor/mcp.json, true",
    "~/*, ~/.cursor/mcp.json, true",
    ".mcp.json, .cursor/mcp.json, false",
    "*/mcp.json, mcp.json, false"
  })
  void it_may_concern_the_files_that_its_pattern_names(String pattern, String file, boolean may) {
    assertThat(byType(1, "shell_wrapper", "*", pattern).mayApplyTo(file)).isEqualTo(may);
  }

  @Test
  void it_says_where_it_stands_and_what_it_is_about() {
    assertThat(byType(7, "shell_wrapper", "*", "").location()).isEqualTo(".svc/preflight.yaml:7");
    assertThat(byType(7, "shell_wrapper", "no*", "").words())
        .isEqualTo("`shell_wrapper` on the server `no*`");
    assertThat(byType(7, "shell_wrapper", "", ".mcp.json").words())
        .isEqualTo("`shell_wrapper` in `.mcp.json`");
    assertThat(byType(7, "shell_wrapper", "a", "b").words())
        .isEqualTo("`shell_wrapper` on the server `a` in `b`");
    assertThat(byFingerprint(7, "sha256:abc", "b").words()).isEqualTo("the finding `sha256:abc`");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t\n"})
  void requires_a_reason(String reason) {
    assertThatThrownBy(
            () -> new Suppression("x", 1, "", "shell_wrapper", "", "", reason, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A suppression has no reason; expected one");
  }

  @Test
  void requires_a_finding() {
    assertThatThrownBy(() -> new Suppression("x", 1, "", "", "*", "*", "r", Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A suppression has neither fingerprint nor type; expected one of them");
  }
}
