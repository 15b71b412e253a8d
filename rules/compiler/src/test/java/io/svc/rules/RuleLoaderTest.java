package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.RuleSource.Example;
import io.svc.rules.definition.InvalidDefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleLoaderTest {
  @Test
  void reads_every_key_of_a_rule() {
    var source = RuleLoader.load("acme.yaml", TestRuleFiles.VALID);

    assertThat(source)
        .isEqualTo(
            new RuleSource(
                new Rule(
                    "secrets/acme-token",
                    "Acme token",
                    Severity.HIGH,
                    List.of("acme_"),
                    List.of(),
                    List.of(),
                    "(?<![a-z])(acme_[A-Za-z0-9]{20})",
                    64,
                    3.5,
                    Rule.StructureTest.NONE,
                    "acme_",
                    "Delete it at Acme."),
                "Acme",
                "A token of Acme.",
                List.of("https://acme.test/docs"),
                List.of(
                    new Example("value", "acme_{{base62:20}}"),
                    new Example("ACME_TOKEN", "acme_{{base62:20}}"),
                    new Example("value", "Bearer acme_{{base62:20}}")),
                List.of(
                    new Example("value", "acme_{{base62:10}}"),
                    new Example("value", "acme_your-key-here"),
                    new Example("ACME_ID", "{{base62:20}}"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "severity|severity: high\\nseverty: low|5|unknown key 'severty'; did you mean 'severity'?",
        "severity|severity: high\\ncolour: low|5|unknown key 'colour'; expected one of check,",
        "id||2|key 'id' is missing or empty",
        "title||1|key 'title' is missing or empty",
        "provider||1|key 'provider' is missing or empty",
        "severity||1|key 'severity' is missing or empty",
        "pattern||1|key 'pattern' is missing or empty",
        "window||1|key 'window' is missing or empty",
        "description||1|key 'description' is missing or empty",
        "remediation||1|key 'remediation' is missing or empty",
        "title|title: ''|2|key 'title' is missing or empty",
        "id|id: acme-token|1|id \"acme-token\" is not of the form category/name in kebab-case",
        "id|id: secrets/Acme|1|id \"secrets/Acme\" is not of the form category/name",
        "id|id: secrets/acme_token|1|is not of the form category/name in kebab-case",
        "id|id: secrets/acme/token|1|is not of the form category/name in kebab-case",
        "severity|severity: severe|4|unknown severity \"severe\"; expected [info, low, medium,",
        "keywords|keywords: [\"ACME_\"]|5|\"ACME_\" under 'keywords' must be lower-case and three",
        "keywords|keywords: [\"ac\"]|5|\"ac\" under 'keywords' must be lower-case and three",
        "keywords|keywords: acme_|5|'keywords' must be a list",
        "keywords|keywords: []|1|has neither 'keywords' nor 'context'",
        "keywords|keywords: [\"acme-\"]|14|no keyword occurs in \"acme_{{base62:20}}\"",
        "title|title: [\"Acme token\"]|2|'title' must be a text",
        "title|title: {a: b}|2|'title' must be a text",
        "window|window: 0|7|'window' is \"0\"; expected a number from 1",
        "window|window: 5000|7|'window' is \"5000\"; expected a number from 1",
        "window|window: wide|7|'window' is \"wide\"; expected a number",
        "min_entropy|min_entropy: 9|8|'min_entropy' is \"9\"; expected a number from 0",
        "mask|mask: acme_\\nmask: acme|10|key 'mask' occurs twice"
      })
  void rejects_a_file_and_specifies_where_and_what_was_expected(
      String key, String lines, int line, String problem) {
    String text = TestRuleFiles.with(key, lines == null ? "#" : lines.replace("\\n", "\n"));

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith("acme.yaml:" + line + ":1: ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(acme_[a-z]+)|'+' at 11 is unbounded; write {m,n}",
        "(acme_[a-z]*)|'*' at 11 is unbounded; write {m,n}",
        "(acme_[a-z]{20,})|the quantifier at 11 is unbounded; write {m,n}",
        "acme_[a-z]{20}|the pattern has 0 capturing groups; expected one, the secret",
        "(acme_)([a-z]{20})|the pattern has 2 capturing groups; expected one, the secret",
        "(acme_[a-z]{20}|the pattern is not valid: Unclosed group",
        "(acme-[a-z]{20})|the pattern does not match \"acme_{{base62:20}}\""
      })
  void rejects_a_pattern_that_cannot_be_trusted(String pattern, String problem) {
    String text = TestRuleFiles.with("pattern", "pattern: '" + pattern + "'");
    int line = problem.contains("does not match") ? 14 : 6;

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage("acme.yaml:" + line + ":1: " + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(acme_[A-Za-z0-9*+]{20})",
        "(acme_\\+{0,1}[A-Za-z0-9]{20})",
        "(acme_(?:[A-Za-z0-9]{4}){5})"
      })
  void accepts_signs_that_repeat_nothing(String pattern) {
    String text = TestRuleFiles.with("pattern", "pattern: '" + pattern + "'");

    assertThat(RuleLoader.load("acme.yaml", text).rule().pattern()).isEqualTo(pattern);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(acme_(?:[A-Za-z0-9]?){1,}+)",
        "(acme_[a-z]{20,}?)",
        "(acme_[a-z[+]]+)",
        "(\\Qacme_[\\Ea+)"
      })
  void rejects_unbounded_quantifiers_in_every_dress(String pattern) {
    String text = TestRuleFiles.with("pattern", "pattern: '" + pattern + "'");

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith("acme.yaml:6:1: ");
  }

  @Test
  void what_was_loaded_before_is_read_the_same_and_its_examples_are_not_tried_again() {
    String text = TestRuleFiles.with("pattern", "pattern: '(acme-[a-z]{20})'");

    assertThat(RuleLoader.reload("acme.yaml", TestRuleFiles.VALID))
        .isEqualTo(RuleLoader.load("acme.yaml", TestRuleFiles.VALID));
    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .isInstanceOf(InvalidDefinitionException.class);
    assertThat(RuleLoader.reload("acme.yaml", text).rule().pattern()).isEqualTo("(acme-[a-z]{20})");
  }

  @Test
  void rejects_fewer_than_three_examples_of_a_kind() {
    String twoMatches = TestRuleFiles.VALID.replace("  - 'Bearer acme_{{base62:20}}'\n", "");
    String twoIgnores = TestRuleFiles.VALID.replace("  - 'acme_your-key-here'\n", "");

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", twoMatches))
        .hasMessage("acme.yaml:14:1: at least three 'matches' are expected");
    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", twoIgnores))
        .hasMessage("acme.yaml:18:1: at least three near misses under 'ignores' are expected");
  }

  @Test
  void rejects_an_example_that_cannot_be_filled() {
    String text = TestRuleFiles.VALID.replace("'acme_{{base62:10}}'", "'acme_{{base63:10}}'");

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .hasMessage("acme.yaml:18:1: unknown placeholder \"{{base63}}\" in an example");
  }

  @Test
  void rejects_an_example_of_other_parts_than_name_and_value() {
    String text = TestRuleFiles.VALID.replace("{name: ACME_ID, value:", "{field: ACME_ID, value:");

    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .hasMessage(
            "acme.yaml:21:5: an example is a text or a mapping of 'name' and 'value',"
                + " not [field, value]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "- a\n- b\n", "just a text", "id: [unclosed", "id: 'x\n", "a: b: c"})
  void rejects_what_is_no_mapping_in_yaml(String text) {
    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", text))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith("acme.yaml:");
  }

  @Test
  void rejects_a_second_document() {
    assertThatThrownBy(() -> RuleLoader.load("acme.yaml", TestRuleFiles.VALID + "---\nid: x\n"))
        .hasMessage("acme.yaml:23:1: expected one document in the file");
  }

  @Test
  void a_directory_is_read_in_the_order_of_the_ids(@TempDir Path directory) throws IOException {
    Files.createDirectories(directory.resolve("b"));
    Files.writeString(directory.resolve("b/2.yaml"), TestRuleFiles.with("id", "id: a/z"));
    Files.writeString(directory.resolve("1.yaml"), TestRuleFiles.with("id", "id: b/a"));
    Files.writeString(directory.resolve("README.md"), "no rule");

    assertThat(RuleLoader.loadDirectory(directory))
        .extracting(source -> source.rule().id())
        .containsExactly("a/z", "b/a");
  }

  @Test
  void rejects_an_id_that_two_files_have(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("1.yaml"), TestRuleFiles.VALID);
    Files.writeString(directory.resolve("2.yaml"), TestRuleFiles.VALID);

    assertThatThrownBy(() -> RuleLoader.loadDirectory(directory))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage(
            directory + "/2.yaml:1:1: a rule with the id \"secrets/acme-token\" already exists");
  }
}
