package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.report.CheckCatalog;
import io.svc.scanner.detect.Check;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documents on security say is proved is proved by what they name. */
class SecurityDocsTest {
  private static final String ASVS = "docs/security/asvs.md";
  private static final String MCP = "docs/security/owasp-mcp.md";
  private static final String LEVELS = "scanner-cli/src/test/resources/io/svc/cli/asvs-5.0.0.txt";

  private static final List<String> MODULES =
      List.of("rules", "scanner-core", "baseline", "report-render", "scanner-cli", "server-lite");

  private static final Set<String> ANSWERS =
      Set.of("met", "partly met", "not met", "operator", "not applicable");

  private static final Pattern TEST =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:#(\\w+))?`");
  private static final Pattern CHECK = Pattern.compile("\\[`([a-z_]+)`]\\(\\.\\./checks/");
  private static final Pattern PROOF =
      Pattern.compile(TEST.pattern() + "|]\\([^)]+\\.(md|json)(#[^)]*)?\\)");

  @Test
  void every_requirement_of_the_levels_is_answered_once_in_its_order() {
    List<String> answered =
        rows(ASVS)
            .filter(row -> row.get(0).matches("V\\d+\\..*"))
            .map(row -> row.get(0) + " " + row.get(1))
            .toList();

    assertThat(answered)
        .containsExactlyElementsOf(
            ProjectFiles.read(LEVELS).lines().filter(line -> !line.startsWith("#")).toList());
  }

  @Test
  void each_requirement_that_is_met_names_a_proof_and_each_other_a_reason() {
    List<List<String>> rows = rows(ASVS).filter(row -> row.get(0).startsWith("V")).toList();

    assertThat(rows).allMatch(row -> ANSWERS.contains(row.get(3)));
    assertThat(rows.stream().filter(row -> row.get(3).equals("met")))
        .allMatch(row -> PROOF.matcher(row.get(4)).find());
    assertThat(rows).allMatch(row -> row.get(4).length() > 7);
  }

  @Test
  void the_figures_at_the_top_are_those_of_the_answers() {
    List<List<String>> rows = rows(ASVS).filter(row -> row.get(0).startsWith("V")).toList();

    for (String answer : ANSWERS) {
      List<String> reported =
          rows(ASVS).filter(row -> row.get(0).equals(answer)).findFirst().orElseThrow();
      for (int level = 1; level <= 2; level++) {
        String text = Integer.toString(level);
        long count =
            rows.stream()
                .filter(row -> row.get(1).equals(text) && row.get(3).equals(answer))
                .count();
        assertThat(reported.get(level)).as("%s, level %d", answer, level).isEqualTo("" + count);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ASVS, MCP})
  void every_test_that_is_named_is_there(String document) {
    Map<String, String> tests = tests();
    List<String> missing = new ArrayList<>();
    List<MatchResult> named = TEST.matcher(ProjectFiles.read(document)).results().toList();
    for (MatchResult name : named) {
      String source = tests.getOrDefault(name.group(1), "");
      boolean hasMethod = name.group(2) == null || source.contains(" " + name.group(2) + "(");
      if (source.isEmpty() || !hasMethod) {
        missing.add(name.group());
      }
    }

    assertThat(named).isNotEmpty();
    assertThat(missing).isEmpty();
  }

  @Test
  void every_check_is_mapped_to_what_it_is_good_for_and_no_other_is_named() {
    Set<String> named =
        CHECK
            .matcher(ProjectFiles.read(MCP))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> knownNames = new TreeSet<>();
    for (Check check : CheckCatalog.all()) {
      knownNames.add(check.findingType());
    }
    assertThat(named).isEqualTo(knownNames);
  }

  /** Sources of tests by the names of their classes; two of one name count together. */
  private static Map<String, String> tests() {
    Map<String, String> found = new HashMap<>();
    for (String module : MODULES) {
      for (String path : ProjectFiles.below(module)) {
        if (path.contains("src/test/java/") && path.endsWith(".java")) {
          String name = path.substring(path.lastIndexOf('/') + 1, path.length() - 5);
          found.merge(name, ProjectFiles.read(module + "/" + path), String::concat);
        }
      }
    }
    return found;
  }

  /** The cells of all tables of a document, but for their heads. */
  private static Stream<List<String>> rows(String document) {
    return ProjectFiles.read(document)
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("|--"))
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)));
  }
}
