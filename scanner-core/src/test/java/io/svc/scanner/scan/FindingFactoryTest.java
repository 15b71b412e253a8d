package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.password;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingFactoryTest {
  private static final Check CHECK =
      new Check("launch/acme", "acme", Severity.MEDIUM, "something is wrong", "Mend it.");
  private static final Redactor REDACTOR =
      new Redactor(new SecretFormatMatcher(RuleCatalog.bundled()), List.of());

  @TempDir private Path directory;

  @Test
  void an_argument_put_in_before_a_problem_makes_no_new_problem_of_it() {
    String before =
        "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"-y\", \"acme-mcp\"]}}}";
    String after = before.replace("\"-y\", ", "\"-y\", \"--quiet\", ");

    assertThat(fingerprints(after, "unpinned_package"))
        .hasSize(1)
        .isEqualTo(fingerprints(before, "unpinned_package"));
  }

  @Test
  void a_server_put_in_before_a_problem_makes_no_new_problem_of_it() {
    String entry = "{\"name\": \"a\", \"command\": \"npx\", \"args\": [\"acme-mcp\"]}";
    String before = "{\"mcpServers\": [" + entry + "]}";
    String after = "{\"mcpServers\": [{\"name\": \"b\", \"command\": \"x\"}, " + entry + "]}";

    assertThat(fingerprints(after, "unpinned_package"))
        .hasSize(1)
        .isEqualTo(fingerprints(before, "unpinned_package"));
  }

  @Test
  void two_problems_of_a_kind_in_one_list_differ() {
    String json =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"args\": [\"--key=%s\", \"--token=%s\"]}}}"
            .formatted(password(1), password(2));

    assertThat(fingerprints(json, "hardcoded_secret")).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void a_secret_that_is_replaced_keeps_its_fingerprint() {
    String json = "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"API_KEY\": \"%s\"}}}}";

    assertThat(fingerprints(json.formatted(password(1)), "hardcoded_secret"))
        .hasSize(1)
        .isEqualTo(fingerprints(json.formatted(password(2)), "hardcoded_secret"));
  }

  @ParameterizedTest
  @CsvSource({
    "/mcpServers/a/args/1, /mcpServers/a/args/2, true",
    "/mcpServers/a/args/1, /mcpServers/a/args/10, true",
    "/mcpServers/0/args/1, /mcpServers/7/args/3, true",
    "/mcpServers/a/args/1, /mcpServers/a/args, false",
    "/mcpServers/a/args/1, /mcpServers/a/args/1/x, false",
    "/mcpServers/a/args/1, /mcpServers/a/args/1a, false",
    "/mcpServers/a/args/1, /mcpServers/a/args/-1, false",
    "/mcpServers/a/args/1, /mcpServers/a/args/, false",
    "/mcpServers/a/args/1, /mcpServers/b/args/1, false",
    "/mcpServers/a/args/1, /mcpServers/a/env/1, false",
    "/mcpServers/a/command, /mcpServers/a/command, true",
    "'', '', true",
    "'', /, false",
    "/, //, false"
  })
  void of_a_place_its_indexes_do_not_count(String item, String other, boolean isSame) {
    String first = fingerprintsOf(detection("a", item)).get(0);
    String second = fingerprintsOf(detection("a", other)).get(0);

    assertThat(first.equals(second)).isEqualTo(isSame);
    assertThat(first).matches("sha256:[0-9a-f]{64}");
  }

  @Test
  void servers_whose_names_are_numbers_are_apart() {
    assertThat(
            fingerprintsOf(
                detection("1", "/mcpServers/1/command"), detection("2", "/mcpServers/2/command")))
        .doesNotHaveDuplicates();
  }

  @Test
  void many_problems_in_one_place_are_numbered_in_their_order() {
    DetectedProblem same = detection("a", "/mcpServers/a/args/1");

    List<String> three = fingerprintsOf(same, same, same);

    assertThat(three).doesNotHaveDuplicates();
    assertThat(fingerprintsOf(same, same)).isEqualTo(three.subList(0, 2));
    assertThat(fingerprintsOf(detection("b", "/mcpServers/b/command"), same).get(1))
        .isEqualTo(three.get(0));
  }

  @Test
  void a_fingerprint_of_an_advisory_is_stable_when_another_advisory_is_added() {
    DetectedProblem place = detection("a", "/mcpServers/a/args/1");
    DetectedProblem known = place.with("advisory", "GHSA-1");
    DetectedProblem worse = place.with("advisory", "GHSA-2").withSeverity(Severity.CRITICAL);

    List<String> both = fingerprintsOf(worse, known);

    assertThat(both).doesNotHaveDuplicates();
    assertThat(fingerprintsOf(known)).containsExactly(both.get(1));
    assertThat(fingerprintsOf(known, worse)).containsExactly(both.get(1), both.get(0));
    assertThat(fingerprintsOf(known, known)).doesNotHaveDuplicates();
  }

  @Test
  void what_a_check_adds_follows_what_all_have_and_is_masked() {
    String token = TestScans.token(1);

    Finding finding =
        of(
                new Suppressions(List.of(), LocalDate.EPOCH, false),
                detection("a", "/x")
                    .with("package", "acme " + token)
                    .with("numbers", List.of(1, 2))
                    .with("count", 3))
            .get(0);

    assertThat(finding.extensions().keySet())
        .containsExactly("rule_id", "fingerprint", "location", "package", "numbers", "count");
    assertThat(finding.extensions())
        .containsEntry("location", Map.of("pointer", "/x", "line", 2, "column", 3))
        .containsEntry("numbers", List.of(1, 2))
        .containsEntry("count", 3);
    assertThat(finding.extensions().get("package").toString())
        .startsWith("acme ")
        .doesNotContain(token);
  }

  @Test
  void every_text_is_masked() {
    String token = TestScans.token(1);

    Finding finding =
        of(
                new Suppressions(List.of(), LocalDate.EPOCH, false),
                DetectedProblem.of(
                    CHECK, token, new Location("/mcpServers/" + token, 1, 1), "It is " + token))
            .get(0);

    assertThat(finding.toString()).doesNotContain(token).doesNotContain(token.substring(8));
    assertThat(finding.server()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, 2", "false, 1"})
  void what_is_set_aside_is_listed_only_when_asked_for(boolean isShown, int listed) {
    var suppression = TestFindings.byType(7, "acme", "a", "");

    List<Finding> findings =
        of(
            new Suppressions(List.of(suppression), LocalDate.EPOCH, isShown),
            detection("a", "/a"),
            detection("b", "/b"));

    assertThat(findings).hasSize(listed);
    assertThat(findings.get(listed - 1).server()).isEqualTo("b");
    assertThat(findings.get(listed - 1).suppressed()).isFalse();
    if (isShown) {
      assertThat(findings.get(0).suppressed()).isTrue();
      assertThat(findings.get(0).suppressedBy()).isEqualTo(".svc/preflight.yaml:7");
      assertThat(findings.get(0).extensions()).containsEntry("suppression_reason", "A reason");
    }
  }

  @Test
  void of_two_in_one_place_one_can_be_set_aside() {
    DetectedProblem same = detection("a", "/mcpServers/a/args/1");
    List<String> fingerprints = fingerprintsOf(same, same);

    List<Finding> remaining =
        of(
            new Suppressions(
                List.of(TestFindings.byFingerprint(1, fingerprints.get(0), "")),
                LocalDate.EPOCH,
                false),
            same,
            same);

    assertThat(remaining)
        .extracting(finding -> finding.extensions().get("fingerprint"))
        .containsExactly(fingerprints.get(1));
  }

  private List<String> fingerprints(String json, String type) {
    return TestScans.report(directory, json).findings().stream()
        .filter(finding -> finding.findingType().equals(type))
        .map(finding -> (String) finding.extensions().get("fingerprint"))
        .toList();
  }

  private static List<String> fingerprintsOf(DetectedProblem... detections) {
    return of(new Suppressions(List.of(), LocalDate.EPOCH, false), detections).stream()
        .map(finding -> (String) finding.extensions().get("fingerprint"))
        .toList();
  }

  private static List<Finding> of(Suppressions suppressions, DetectedProblem... detections) {
    return new FindingFactory(
            new Ids(Clock.fixed(TestScans.NOW, ZoneOffset.UTC)),
            REDACTOR,
            suppressions,
            TestConfigs.of("cursor", "{\"mcpServers\": {}}").config(),
            "mcp.json",
            "mcp.json")
        .of(List.of(detections), TestScans.NOW, TestScans.NOW, TestScans.NOW);
  }

  private static DetectedProblem detection(String server, String pointer) {
    return DetectedProblem.of(CHECK, server, new Location(pointer, 2, 3), "It is wrong.");
  }
}
