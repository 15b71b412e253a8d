package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.rules.Advisory.Range;
import io.svc.rules.AdvisoryIndex.PackageKey;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OsvReaderTest {
  private static final PackageKey ACME = new PackageKey(Ecosystem.NPM, "acme-mcp");

  private final Map<PackageKey, List<Advisory>> advisories = OsvReader.noAdvisories();
  private final OsvReader reader = new OsvReader(advisories);

  @Test
  void reads_all_of_a_record() {
    assertThat(reader.read(TestCatalogFiles.ADVISORY)).isEqualTo(1);

    assertThat(advisories)
        .isEqualTo(
            Map.of(
                ACME,
                List.of(
                    new Advisory(
                        "ACME-1",
                        List.of("CVE-2026-0001"),
                        Severity.CRITICAL,
                        "Runs what a server tells it",
                        false,
                        List.of(new Range("0.0.5", "0.1.16", "")),
                        List.of()))));
  }

  /** {@code i} introduced, {@code f} fixed, {@code l} last affected, {@code x} the limit. */
  @ParameterizedTest
  @CsvSource({
    "i0, 0-",
    "i1, 1-",
    "i0 f2, 0-2",
    "i1 f2, 1-2",
    "i1 l2, 1-=2",
    "i1 x2, 1-",
    "i1 f2 i3 f4, 1-2 3-4",
    "i1 f2 i3, 1-2 3-",
    "i1 l2 i3 f4, 1-=2 3-4",
    "i1 i3 f4, 1- 3-4",
    "i0 l1 i2 l3 i4 l5, 0-=1 2-=3 4-=5",
    "f2 i1, 1-2",
    "l2 i1, 1-=2",
    "f2, ''",
    "l2, ''",
    "f2 l3, ''",
    "x2, ''",
    "i1 f2 f3, 1-2",
    "i1 l2 f3, 1-=2",
    "'', ''"
  })
  void events_make_ranges(String events, String ranges) {
    read(affected("", range("SEMVER", events)));

    assertThat(ranges(only())).isEqualTo(ranges);
  }

  @Test
  void several_ranges_of_a_package_are_all_read() {
    read(
        affected(
            "",
            range("SEMVER", "i1 f2")
                + ", "
                + range("ECOSYSTEM", "i3 f4")
                + ", "
                + range("", "i5")));

    assertThat(ranges(only())).isEqualTo("1-2 3-4 5-");
  }

  @Test
  void a_package_that_is_affected_twice_has_two_entries() {
    read(affected("", range("SEMVER", "i1 f2")), affected("", range("SEMVER", "i3 f4")));

    assertThat(advisories.get(ACME))
        .extracting(OsvReaderTest::ranges)
        .containsExactly("1-2", "3-4");
    assertThat(advisories.get(ACME)).extracting(Advisory::id).containsExactly("X-1", "X-1");
  }

  @Test
  void a_range_of_commits_contains_no_versions() {
    read(affected("\"versions\": [\"1.0.0\"],", range("GIT", "i0 fabc")));

    assertThat(only().ranges()).isEmpty();
    assertThat(only().versions()).containsExactly("1.0.0");
  }

  @Test
  void single_versions_count_where_there_is_no_range() {
    read(affected("\"versions\": [\"1.0.0\", \" 1.0.1 \", \"\", 2],", ""));

    assertThat(only().versions()).containsExactly("1.0.0", "1.0.1", "2");
    assertThat(only().ranges()).isEmpty();
  }

  @Test
  void single_versions_are_left_out_where_there_is_a_range() {
    read(affected("\"versions\": [\"1.0.0\"],", range("SEMVER", "i0 f2")));

    assertThat(only().versions()).isEmpty();
    assertThat(ranges(only())).isEqualTo("0-2");
  }

  @Test
  void a_withdrawn_record_is_counted_and_left_out() {
    String record = record("\"withdrawn\": \"2026-01-31T00:00:00Z\",", affected("", ""));

    assertThat(reader.read(record)).isEqualTo(1);
    assertThat(advisories).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "npm, acme, NPM",
    "PyPI, acme, PYPI",
    "Go, github.com/acme/mcp, GO",
    "Maven, org.acme:mcp, ",
    "crates.io, acme, ",
    "NPM, acme, ",
    "'', acme, ",
    "npm, '', ",
    "npm, ' ', "
  })
  void packages_of_other_registries_are_left_out(String label, String name, Ecosystem ecosystem) {
    assertThat(reader.read(record("", affected(label, name, "", range("SEMVER", "i0")))))
        .isEqualTo(1);

    if (ecosystem == null) {
      assertThat(advisories).isEmpty();
    } else {
      assertThat(advisories).containsOnlyKeys(new PackageKey(ecosystem, name));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CRITICAL, , CRITICAL",
    "critical, , CRITICAL",
    "HIGH, , HIGH",
    "MODERATE, , MEDIUM",
    "Medium, , MEDIUM",
    "LOW, , LOW",
    "HIGH, CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, HIGH",
    "LOW, CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, LOW",
    ", CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H, CRITICAL",
    ", CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N, HIGH",
    ", CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N, MEDIUM",
    ", CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N, LOW",
    ", CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N, LOW",
    ", AV:N/AC:L/Au:N/C:P/I:P/A:P, HIGH",
    ", , HIGH",
    "UNKNOWN, , HIGH",
    "UNKNOWN, CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N, LOW",
    ", nonsense, HIGH",
    ", '', HIGH",
    ", CVSS:3.1/AV:N, HIGH",
    ", AV:/AC:L/Au:N/C:P/I:P/A:P, HIGH",
    ", CVSS:4.0/AV:N, HIGH"
  })
  void the_severity_is_the_records_word_or_that_of_its_score(
      String word, String vector, Severity severity) {
    String members =
        (word == null ? "" : "\"database_specific\": {\"severity\": \"" + word + "\"},")
            + (vector == null
                ? ""
                : "\"severity\": [{\"type\": \"CVSS_V3\", \"score\": \"" + vector + "\"}],");

    reader.read(record(members, affected("", range("SEMVER", "i0"))));

    assertThat(only().severity()).isEqualTo(severity);
  }

  @Test
  void the_worst_of_several_ratings_that_can_be_read_counts() {
    reader.read(
        record(
            "\"severity\": [{\"score\": \"nonsense\"},"
                + " {\"score\": \"CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N\"},"
                + " {\"score\": \"CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N\"}],",
            affected("", range("SEMVER", "i0"))));

    assertThat(only().severity()).isEqualTo(Severity.MEDIUM);
  }

  @Test
  void a_word_about_one_package_counts_where_the_record_has_none() {
    read(affected("\"database_specific\": {\"severity\": \"LOW\"},", range("SEMVER", "i0")));

    assertThat(only().severity()).isEqualTo(Severity.LOW);
  }

  @Test
  void a_record_of_malware_is_critical_whatever_it_specifies() {
    reader.read(
        record("\"database_specific\": {\"severity\": \"LOW\"},", affected("", ""))
            .replace("X-1", "MAL-2026-1"));

    assertThat(only().isMalware()).isTrue();
    assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
  }

  @ParameterizedTest
  @CsvSource({
    "'\"summary\": \"Short.\", \"details\": \"Long\",', Short.",
    "'\"details\": \"Long\",', Long",
    "'\"summary\": \"\", \"details\": \"Long\",', Long",
    "'\"summary\": \" \\n \", \"details\": \"Long\",', Long",
    "'\"summary\": null, \"details\": \"Long\",', Long",
    "'\"summary\": \"a\\nb\\tc\\u001fd\",', a b c d",
    "'', a known vulnerability"
  })
  void the_summary_is_one_line_and_never_empty(String members, String summary) {
    reader.read(record(members, affected("", "")));

    assertThat(only().summary()).isEqualTo(summary);
  }

  @Test
  void a_long_text_is_cut_between_characters() {
    reader.read(record("\"details\": \"" + "x".repeat(199) + "\uD83D\uDE00y\",", affected("", "")));

    assertThat(only().summary()).isEqualTo("x".repeat(199) + "\u2026");
  }

  @Test
  void what_would_break_a_line_of_the_index_does_not() {
    reader.read(
        record(
                "\"aliases\": [\"CVE-1\\t2\", \"\\n\"],",
                affected("npm", "acme\\tmcp", "", range("SEMVER", "i1\\n0 f2\\t0\\u001e")))
            .replace("X-1", "X\\t1\\n"));
    reader.read(
        record("", affected("\"versions\": [\"1\\t0\\u001f1\"],", ""))
            .replace("acme-mcp", "acme\\nmcp"));

    AdvisoryIndex index = AdvisoryIndex.parse(AdvisoryIndex.encode("d", "s", advisories));

    assertThat(index.size()).isEqualTo(2);
    assertThat(index.of(Ecosystem.NPM, "acme mcp"))
        .extracting(Advisory::id, Advisory::aliases, OsvReaderTest::ranges, Advisory::versions)
        .containsExactlyInAnyOrder(
            tuple("X 1", List.of("CVE-1 2"), "1 0-2 0", List.of()),
            tuple("X-1", List.of(), "", List.of("1 0 1")));
  }

  @Test
  void a_list_of_records_is_read_whole() {
    String list = "[" + record("", affected("", "")) + ", " + TestCatalogFiles.ADVISORY + "]";

    assertThat(reader.read(list)).isEqualTo(2);
    assertThat(advisories.get(ACME)).extracting(Advisory::id).containsExactly("X-1", "ACME-1");
    assertThat(reader.read("[]")).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{@1",
        "{\"id\": \"X\",\\n \"affected\": [}@2",
        "{\"id\": \"X\"\\n\\n \"affected\": []}@3",
        "{\"id\": \"X\", \"id\": \"Y\", \"affected\": []}@1",
        "{\"id\": \"X\", \"affected\": []} {}@1",
        "nonsense@1",
        "{'id': 'X'}@1"
      })
  void what_is_no_json_is_rejected_with_its_line(String text, int line) {
    assertThatThrownBy(() -> reader.read(text.replace("\\n", "\n")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not valid JSON (line " + line + ")");
    assertThat(advisories).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "7",
        "\"text\"",
        "{}",
        "{\"id\": \"X-1\"}",
        "{\"affected\": []}",
        "{\"id\": \"\", \"affected\": []}",
        "{\"id\": \" \", \"affected\": []}",
        "{\"id\": {}, \"affected\": []}",
        "{\"id\": \"X-1\", \"affected\": {}}",
        "{\"name\": \"acme-mcp\", \"version\": \"1.0.0\"}",
        "[{\"id\": \"X-1\", \"affected\": []}, {}]",
        "[7]"
      })
  void json_that_is_no_record_is_rejected(String text) {
    assertThatThrownBy(() -> reader.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "not a record in OSV format; expected an object with 'id' and a list 'affected'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[7, null, \"x\", []]",
        "[{}]",
        "[{\"package\": 7}]",
        "[{\"package\": {\"ecosystem\": \"npm\"}}]",
        "[{\"package\": {\"name\": \"acme\"}}]"
      })
  void a_record_about_no_package_adds_nothing(String affected) {
    assertThat(reader.read("{\"id\": \"X-1\", \"affected\": " + affected + "}")).isEqualTo(1);
    assertThat(advisories).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"ranges\": 7",
        "\"ranges\": [7]",
        "\"ranges\": [{\"events\": 7}]",
        "\"ranges\": [{\"events\": [7, null, {}]}]",
        "\"ranges\": [{\"events\": {\"introduced\": \"0\"}}]",
        "\"versions\": 7",
        "\"versions\": [[], {}, null]"
      })
  void parts_of_another_shape_are_left_out(String part) {
    reader.read(
        "{\"id\": \"X-1\", \"aliases\": 7, \"severity\": 7, \"affected\": [{\"package\":"
            + " {\"ecosystem\": \"npm\", \"name\": \"acme-mcp\"}, "
            + part
            + "}]}");

    assertThat(only().ranges()).isEmpty();
    assertThat(only().versions()).isEmpty();
    assertThat(only().severity()).isEqualTo(Severity.HIGH);
  }

  @Test
  void nesting_without_end_is_rejected() {
    assertThatThrownBy(() -> reader.read("[".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not valid JSON (line 1)");
  }

  private void read(String... affected) {
    reader.read(record("", String.join(", ", affected)));
  }

  private Advisory only() {
    assertThat(advisories).hasSize(1);
    List<Advisory> all = advisories.values().iterator().next();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static String record(String members, String affected) {
    return "{\"id\": \"X-1\", " + members + " \"affected\": [" + affected + "]}";
  }

  private static String affected(String members, String ranges) {
    return affected("npm", "acme-mcp", members, ranges);
  }

  private static String affected(String ecosystem, String name, String members, String ranges) {
    return "{\"package\": {\"ecosystem\": \""
        + ecosystem
        + "\", \"name\": \""
        + name
        + "\"}, "
        + members
        + "\"ranges\": ["
        + ranges
        + "]}";
  }

  private static String range(String type, String events) {
    return "{\"type\": \""
        + type
        + "\", \"events\": ["
        + List.of(events.split(" ", -1)).stream()
            .filter(event -> !event.isEmpty())
            .map(event -> "{\"" + nameOf(event) + "\": \"" + event.substring(1) + "\"}")
            .collect(Collectors.joining(", "))
        + "]}";
  }

  private static String nameOf(String event) {
    return switch (event.charAt(0)) {
      case 'i' -> "introduced";
      case 'f' -> "fixed";
      case 'l' -> "last_affected";
      default -> "limit";
    };
  }

  private static String ranges(Advisory advisory) {
    return advisory.ranges().stream()
        .map(
            range ->
                range.introduced()
                    + "-"
                    + range.fixed()
                    + (range.lastAffected().isEmpty() ? "" : "=" + range.lastAffected()))
        .collect(Collectors.joining(" "));
  }
}
