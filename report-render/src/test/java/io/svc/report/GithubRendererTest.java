package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GithubRendererTest {
  private final Renderer renderer = new GithubRenderer(new SourceRoot(Path.of("/home/ada")));

  /** A line as the runner takes it apart. */
  private record Command(String name, Map<String, String> properties, String message) {
    static Command of(String line) {
      String trimmed = line.stripLeading();
      assertThat(trimmed).startsWith("::");
      int end = trimmed.indexOf("::", 2);
      String head = trimmed.substring(2, end);
      int blank = head.indexOf(' ');
      Map<String, String> properties = new LinkedHashMap<>();
      for (String property : head.substring(blank + 1).split(",", -1)) {
        String[] pair = property.split("=", 2);
        properties.put(pair[0], unescaped(pair[1].replace("%3A", ":").replace("%2C", ",")));
      }
      return new Command(
          head.substring(0, blank), properties, unescaped(trimmed.substring(end + 2)));
    }

    private static String unescaped(String text) {
      return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    }
  }

  @Test
  void a_finding_is_a_command_that_the_runner_reads() {
    List<String> lines = lines(TestFindings.secret());

    assertThat(Command.of(lines.get(0)))
        .isEqualTo(
            new Command(
                "error",
                Map.of(
                    "file", ".config/Claude/claude_desktop_config.json",
                    "line", "12",
                    "col", "25",
                    "title", "hardcoded_secret: github"),
                "The variable GITHUB_TOKEN in \"env\" holds a GitHub token in clear: ghp_****\n"
                    + "Take the token out of the file, revoke it, and refer to a variable of the"
                    + " environment."));
    assertThat(lines.get(1))
        .isEqualTo(
            "svc-preflight: 1 finding (0 critical, 1 high, 0 medium, 0 low, 0 info) in 1 file");
    assertThat(lines).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"CRITICAL,error", "HIGH,error", "MEDIUM,warning", "LOW,notice", "INFO,notice"})
  void severities_become_the_three_levels(Severity severity, String name) {
    assertThat(Command.of(lines(finding(severity, "x")).get(0)).name()).isEqualTo(name);
  }

  @Test
  void signs_of_the_syntax_come_back_as_they_were() {
    Command command = Command.of(lines(finding(Severity.LOW, "50%, a::b %0A %25,x=1:2")).get(0));

    assertThat(command.properties()).containsEntry("title", "odd_thing: 50%, a::b %0A %25,x=1:2");
    assertThat(command.message()).isEqualTo("50%, a::b %0A %25,x=1:2");
  }

  @Test
  void a_hostile_file_starts_no_command() {
    String evil = "a\n::set-env name=X::y\r\n##[add-path]/tmp\u2028::stop-commands::z";
    Finding finding = finding(Severity.HIGH, evil);

    String log =
        TestReports.rendered(
            renderer, Terminal.PLAIN, TestReports.of(finding), TestReports.hostile());

    assertThat(log.lines()).hasSize(3);
    assertThat(log.lines().limit(2)).allMatch(line -> line.startsWith("::error file="));
    assertThat(log.lines().skip(2))
        .containsExactly(
            "svc-preflight: 2 findings (0 critical, 2 high, 0 medium, 0 low, 0 info) in 2 files");
    assertThat(log.codePoints().filter(c -> c != '\n' && PlainText.isHidden(c))).isEmpty();
    assertThat(Command.of(log.lines().findFirst().orElseThrow()).message())
        .isEqualTo(PlainText.of(evil));
  }

  @Test
  void no_baseline_id_reaches_the_log() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.noDrift()))
        .isEqualTo("svc-preflight: no drift from the baseline\n");
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestDiffs.drift()))
        .doesNotContain("bsl_");
  }

  @Test
  void the_worst_of_all_files_and_what_was_skipped_come_first() {
    String log =
        TestReports.rendered(
            renderer,
            Terminal.PLAIN,
            TestReports.of(finding(Severity.LOW, "a"), finding(Severity.MEDIUM, "b")),
            TestReports.partial(),
            TestReports.of(finding(Severity.CRITICAL, "c")));

    assertThat(log.lines().filter(line -> line.startsWith("::")).map(Command::of))
        .extracting(command -> command.properties().get("title"))
        .containsExactly(
            "Skipped server",
            "Skipped server",
            "odd_thing: c",
            "hardcoded_secret: github",
            "odd_thing: b",
            "odd_thing: a",
            "Note");
  }

  @Test
  void suppressed_findings_are_left_out() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN, TestReports.withFindings()))
        .doesNotContain("suspicious_path")
        .endsWith(
            "svc-preflight: 5 findings (1 critical, 1 high, 1 medium, 1 low, 1 info) in 1 file\n");
  }

  @Test
  void no_reports_are_not_called_clean() {
    assertThat(TestReports.rendered(renderer, Terminal.PLAIN))
        .isEqualTo("svc-preflight: nothing was scanned\n");
  }

  @Test
  void a_title_is_cut_between_characters() {
    String title =
        Command.of(lines(finding(Severity.LOW, "\uD83D\uDE00".repeat(300))).get(0))
            .properties()
            .get("title");

    assertThat(title.codePointCount(0, title.length())).isEqualTo(255);
    assertThat(title).endsWith("\uD83D\uDE00");
  }

  private static Finding finding(Severity severity, String text) {
    return TestFindings.finding("4", "odd_thing", severity, text, text, "", Map.of());
  }

  private List<String> lines(Finding finding) {
    return TestReports.rendered(renderer, Terminal.PLAIN, TestReports.of(finding)).lines().toList();
  }
}
