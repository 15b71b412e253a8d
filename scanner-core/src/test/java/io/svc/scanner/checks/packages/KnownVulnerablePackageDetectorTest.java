package io.svc.scanner.checks.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Advisory;
import io.svc.rules.Advisory.Range;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.AdvisoryIndex.PackageKey;
import io.svc.rules.Ecosystem;
import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.TestConfigs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownVulnerablePackageDetectorTest {
  private final KnownVulnerablePackageDetector detector = new KnownVulnerablePackageDetector();
  private final Map<PackageKey, List<Advisory>> advisories = new LinkedHashMap<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y acme-mcp@1.2.0",
        "npx -y ACME-mcp@1.2.9",
        "npx -y acme-mcp@v1.2.3-rc.1",
        "npx -y acme-mcp@=1.2.0",
        "npx --package=acme-mcp@1.2.0 acme",
        "cmd /c npx -y acme-mcp@1.2.0",
        "bunx acme-mcp@1.2.0",
        "deno run -A npm:acme-mcp@1.2.0",
        "npx -y mcp-bridge@9.9.9 -- npx -y acme-mcp@1.2.0"
      })
  void a_version_in_a_range_is_seen_however_it_is_launched(String line) {
    advise(Ecosystem.NPM, "acme-mcp", advisory("GHSA-1", new Range("1.0.0", "1.3.0", "")));

    var detections = detect(line);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).extensions()).containsEntry("advisory", "GHSA-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y acme-mcp@1.3.0",
        "npx -y acme-mcp@1.10.0",
        "npx -y acme-mcp@0.9.9",
        "npx -y acme-mcp@1.0.0-rc.1",
        "npx -y acme-mcp@2.0.0",
        "npx -y acme-mcp",
        "npx -y acme-mcp@latest",
        "npx -y acme-mcp@^1.2.0",
        "npx -y acme-mcp@1.2",
        "npx -y acme-mcp@1.x",
        "npx -y acme-mcp2@1.2.0",
        "npx -y acme@1.2.0",
        "npx -y @acme/acme-mcp@1.2.0",
        "uvx acme-mcp==1.2.0",
        "docker run acme-mcp:1.2.0",
        "node acme-mcp@1.2.0",
        "npx -y ./acme-mcp@1.2.0"
      })
  void another_version_or_another_package_is_not(String line) {
    advise(Ecosystem.NPM, "acme-mcp", advisory("GHSA-1", new Range("1.0.0", "1.3.0", "")));

    assertThat(detect(line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "uvx acme-mcp==1.2.3rc1, true",
    "uvx Acme_MCP@1.2, true",
    "uv tool run acme.mcp==1.2.2.post1, true",
    "uvx --from acme-mcp[all]==1.0 x, true",
    "pipx run --spec acme-mcp==1.0 x, true",
    "uvx acme-mcp==1.2.3, false",
    "uvx acme-mcp==1.2.3.post1, false",
    "uvx acme-mcp>=1.0, false",
    "npx -y acme-mcp@1.0.0, false"
  })
  void a_python_package_has_pythons_versions(String line, boolean isSeen) {
    advise(Ecosystem.PYPI, "acme-mcp", advisory("PYSEC-1", new Range("0", "1.2.3", "")));

    assertThat(detect(line)).hasSize(isSeen ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "go run acme.test/mcp@v1.2.0, true",
    "go run acme.test/mcp/cmd/server@v1.2.0, true",
    "go run acme.test/mcp/cmd/server@v1.3.0, false",
    "go run acme.test/mcp@latest, false",
    "go run acme.test/mcpx@v1.2.0, false",
    "go run acme.test/mcpx/mcp@v1.2.0, false",
    "go run other.test/acme.test/mcp@v1.2.0, false"
  })
  void a_program_of_go_belongs_to_its_module(String line, boolean isSeen) {
    advise(Ecosystem.GO, "acme.test/mcp", advisory("GO-1", new Range("0", "1.3.0", "")));

    assertThat(detect(line)).hasSize(isSeen ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"1.0.5, 1", "1.5.0, 0", "2.0.5, 1", "2.5.0, 0", "3.0.0, 1"})
  void one_of_several_ranges_is_enough(String version, int detections) {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        advisory(
            "GHSA-1",
            new Range("1.0.0", "1.1.0", ""),
            new Range("2.0.0", "", "2.1.0"),
            new Range("3.0.0", "", "")));

    assertThat(detect("npx -y acme-mcp@" + version)).hasSize(detections);
  }

  @ParameterizedTest
  @CsvSource({"1.0.5, 1.1.0", "2.0.5, 2.1.0"})
  void a_record_that_speaks_of_a_package_twice_is_read_to_its_end(String version, String fixed) {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        advisory("GHSA-1", new Range("1.0.0", "1.1.0", "")),
        advisory("GHSA-1", new Range("2.0.0", "2.1.0", "")));

    var detections = detect("npx -y acme-mcp@" + version);

    assertThat(detections)
        .extracting(detection -> detection.extensions().get("fixed_version"))
        .containsExactly(fixed);
  }

  @Test
  void single_versions_count_exactly() {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        new Advisory(
            "GHSA-1",
            List.of(),
            Severity.HIGH,
            "Bad",
            false,
            List.of(),
            List.of("1.0.0", "1.2.0")));

    assertThat(detect("npx -y acme-mcp@1.0.0")).hasSize(1);
    assertThat(detect("npx -y acme-mcp@v1.2.0")).hasSize(1);
    assertThat(detect("npx -y acme-mcp@1.1.0")).isEmpty();
    assertThat(detect("npx -y acme-mcp@1.0.0-rc.1")).isEmpty();
    assertThat(detect("npx -y acme-mcp")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', '', npx -y acme-mcp, 1",
    "0, '', '', npx -y acme-mcp@latest, 1",
    "0, '', '', npx -y acme-mcp@9.9.9, 1",
    "0, 2.0.0, '', npx -y acme-mcp, 0",
    "0, 2.0.0, '', npx -y acme-mcp@1.0.0, 1",
    "0, '', 2.0.0, npx -y acme-mcp, 0",
    "1.0.16, '', '', npx -y acme-mcp, 0",
    "1.0.16, '', '', npx -y acme-mcp@1.0.16, 1",
    "1.0.16, '', '', npx -y acme-mcp@1.0.15, 0"
  })
  void a_package_made_to_do_harm_has_no_good_version(
      String introduced, String fixed, String last, String line, int detections) {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        new Advisory(
            "MAL-1",
            List.of(),
            Severity.CRITICAL,
            "Made to do harm",
            true,
            List.of(new Range(introduced, fixed, last)),
            List.of()));

    assertThat(detect(line)).hasSize(detections);
  }

  @ParameterizedTest
  @EnumSource
  void a_finding_is_as_bad_as_its_advisory(Severity severity) {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        new Advisory(
            "GHSA-1",
            List.of(),
            severity,
            "Bad",
            false,
            List.of(new Range("0", "", "")),
            List.of()));

    assertThat(detect("npx -y acme-mcp@1.0.0"))
        .extracting(DetectedProblem::severity)
        .containsExactly(severity);
  }

  @Test
  void reports_what_it_is_where_it_is_and_what_is_better() {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        new Advisory(
            "GHSA-1",
            List.of("CVE-2026-1"),
            Severity.HIGH,
            "Runs what a server tells it.",
            false,
            List.of(new Range("0", "1.3.0", "")),
            List.of()));

    var detection = detect("npx -y acme-mcp@1.2.0").get(0);

    assertThat(detection.server()).isEqualTo("probe");
    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/1");
    assertThat(detection.detail())
        .isEqualTo(
            "`acme-mcp` in version `1.2.0`: Runs what a server tells it (CVE-2026-1)."
                + " Fixed in version 1.3.0.");
    assertThat(detection.extensions())
        .isEqualTo(
            Map.of(
                "package",
                "acme-mcp",
                "advisory",
                "GHSA-1",
                "advisory_aliases",
                List.of("CVE-2026-1"),
                "fixed_version",
                "1.3.0",
                "advisories_of",
                "2026-01-31"));
  }

  @Test
  void reports_that_there_is_no_better_version() {
    advise(Ecosystem.NPM, "acme-mcp", advisory("GHSA-1", new Range("0", "", "")));

    assertThat(detect("npx -y acme-mcp@1.2.0").get(0).detail())
        .isEqualTo("`acme-mcp` in version `1.2.0`: A summary (GHSA-1). No fixed version is known.");
  }

  @Test
  void two_problems_of_one_version_are_two() {
    advise(
        Ecosystem.NPM,
        "acme-mcp",
        advisory("GHSA-1", new Range("0", "2.0.0", "")),
        advisory("GHSA-2", new Range("0", "3.0.0", "")),
        advisory("GHSA-3", new Range("0", "1.0.0", "")));

    assertThat(detect("npx -y acme-mcp@1.2.0"))
        .extracting(detection -> detection.extensions().get("advisory"))
        .containsExactly("GHSA-1", "GHSA-2");
  }

  @Test
  void one_problem_in_two_lists_is_reported_once_and_a_newer_list_may_know_more() {
    AdvisoryIndex shipped = index("2026-01-01", advisory("GHSA-1", new Range("0", "1.0.0", "")));
    AdvisoryIndex updated = index("2026-02-01", advisory("GHSA-1", new Range("0", "2.0.0", "")));
    KnownMachine machine = KnownMachine.with(shipped, updated);

    assertThat(detect(machine, "npx -y acme-mcp@0.9.0"))
        .extracting(detection -> detection.extensions().get("advisories_of"))
        .containsExactly("2026-01-01");
    assertThat(detect(machine, "npx -y acme-mcp@1.9.0"))
        .extracting(detection -> detection.extensions().get("advisories_of"))
        .containsExactly("2026-02-01");
    assertThat(detect(machine, "npx -y acme-mcp@2.0.0")).isEmpty();
  }

  @Test
  void a_cve_under_two_ids_is_reported_once() {
    advise(
        Ecosystem.PYPI,
        "acme-mcp",
        new Advisory(
            "GHSA-1",
            List.of("CVE-2026-1"),
            Severity.HIGH,
            "Bad",
            false,
            List.of(new Range("0", "", "")),
            List.of()),
        new Advisory(
            "PYSEC-1",
            List.of("CVE-2026-1"),
            Severity.HIGH,
            "Bad",
            false,
            List.of(new Range("0", "", "")),
            List.of()));

    assertThat(detect("uvx acme-mcp==1.0")).hasSize(1);
  }

  @Test
  void without_a_list_nothing_is_known() {
    assertThat(detector.detect(TestConfigs.command("npx -y mcp-remote@0.1.10"))).isEmpty();
  }

  @Test
  void the_shipped_list_knows_a_famous_one() {
    KnownMachine machine = KnownMachine.with(RuleCatalog.advisories());

    assertThat(detect(machine, "npx -y mcp-remote@0.1.15"))
        .extracting(DetectedProblem::detail)
        .anySatisfy(detail -> assertThat(detail).contains("CVE-2025-6514"));
    assertThat(detect(machine, "npx -y mcp-remote@0.1.16"))
        .extracting(DetectedProblem::detail)
        .allSatisfy(detail -> assertThat(detail).doesNotContain("CVE-2025-6514"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3-", "1.", "9", "1.2.3-a.", "1.0+"})
  @Timeout(120)
  void a_version_of_megabytes_is_judged_in_time(String part) {
    advise(Ecosystem.NPM, "acme-mcp", advisory("GHSA-1", new Range("0", "1.0.0", "")));
    advise(Ecosystem.PYPI, "acme-mcp", advisory("PYSEC-1", new Range("0", "1.0", "")));

    assertThat(detect("npx -y acme-mcp@1.0.0" + part.repeat(500_000))).isEmpty();
    assertThat(detect("uvx acme-mcp==1.0.0" + part.repeat(500_000))).isEmpty();
  }

  @Test
  @Timeout(120)
  void a_path_of_megabytes_is_judged_in_time() {
    advise(Ecosystem.GO, "acme.test/mcp", advisory("GO-1", new Range("0", "", "")));

    assertThat(detect("go run " + "a/".repeat(1_000_000) + "b@v1.0.0")).isEmpty();
  }

  private void advise(Ecosystem ecosystem, String name, Advisory... all) {
    advisories
        .computeIfAbsent(new PackageKey(ecosystem, name), key -> new ArrayList<>())
        .addAll(List.of(all));
  }

  private List<DetectedProblem> detect(String line) {
    return detect(KnownMachine.with(index("2026-01-31", advisories)), line);
  }

  private List<DetectedProblem> detect(KnownMachine machine, String line) {
    return detector.detect(machine.subject(line.split(" ", -1)));
  }

  private static Advisory advisory(String id, Range... ranges) {
    return new Advisory(
        id, List.of(), Severity.HIGH, "A summary", false, List.of(ranges), List.of());
  }

  private static AdvisoryIndex index(String date, Advisory advisory) {
    return index(date, Map.of(new PackageKey(Ecosystem.NPM, "acme-mcp"), List.of(advisory)));
  }

  private static AdvisoryIndex index(String date, Map<PackageKey, List<Advisory>> advisories) {
    return AdvisoryIndex.parse(AdvisoryIndex.encode(date, "a test", advisories));
  }
}
