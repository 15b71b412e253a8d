package io.svc.rules.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionTest {
  private static final Set<String> KEYS = Set.of("id", "severity", "references", "mask");

  @ParameterizedTest
  @CsvSource({
    "severty, severity",
    "sevreity, severity",
    "Severity, severity",
    "severities, ''",
    "reference, references",
    "refs, ''",
    "masks, mask",
    "colour, ''",
    "ID, id"
  })
  void an_unknown_key_is_rejected_with_the_known_one_that_is_near(String key, String suggestion) {
    Definition read = read("id: x\n" + key + ": y\n");

    assertThatThrownBy(() -> read.allow(KEYS))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage(
            "acme.yaml:2:1: unknown key '"
                + key
                + "'; "
                + (suggestion.isEmpty()
                    ? "expected one of id, mask, references, severity"
                    : "did you mean '" + suggestion + "'?"));
  }

  @Test
  void of_two_near_keys_the_nearer_one_is_meant() {
    assertThatThrownBy(() -> read("matchs: x").allow(Set.of("match", "matches", "marches")))
        .hasMessage("acme.yaml:1:1: unknown key 'matchs'; did you mean 'match'?");
  }

  @Test
  void known_keys_are_allowed() {
    assertThatCode(() -> read("id: x\nmask: y").allow(KEYS)).doesNotThrowAnyException();
    assertThatCode(() -> read("").allow(Set.of())).doesNotThrowAnyException();
  }

  @Test
  void a_text_is_stripped_and_one_that_is_missing_is_reported_at_the_mapping() {
    Definition read = read("\n\na: '  x '\nb: '  '\n");

    assertThat(read.text("a")).isEqualTo("x");
    assertThat(read.optionalText("a")).contains("x");
    assertThat(read.optionalText("b")).contains("");
    assertThat(read.optionalText("c")).isEmpty();
    assertRejected(read, d -> d.text("b"), "acme.yaml:4:1: key 'b' is missing or empty");
    assertRejected(read, d -> d.text("c"), "acme.yaml:3:1: key 'c' is missing or empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[x]", "{x: y}", "[]", "{}", "\n  - x", "\n  x: y"})
  void a_list_or_a_mapping_is_no_text(String value) {
    assertRejected(
        read("a: 1\nb: " + value), d -> d.text("b"), "acme.yaml:2:1: 'b' must be a text");
    assertRejected(
        read("a: 1\nb: " + value), d -> d.optionalText("b"), "acme.yaml:2:1: 'b' must be a text");
  }

  @Test
  void a_list_of_texts_contains_texts_only() {
    Definition read = read("a: [x, '', ' y ']\nb:\nc: [x,\n  {y: z}]\nd: [x, [y]]\ne: x\nf: {}\n");

    assertThat(read.texts("a")).containsExactly("x", "", " y ");
    assertThat(read.texts("b")).isEmpty();
    assertThat(read.texts("none")).isEmpty();
    assertRejected(read, d -> d.texts("c"), "acme.yaml:4:3: 'c' must be a list of texts");
    assertRejected(read, d -> d.texts("d"), "acme.yaml:5:8: 'd' must be a list of texts");
    assertRejected(read, d -> d.texts("e"), "acme.yaml:6:1: 'e' must be a list");
    assertRejected(read, d -> d.texts("f"), "acme.yaml:7:1: 'f' must be a list");
  }

  @Test
  void a_list_of_mappings_contains_mappings_only() {
    Definition read = read("a:\n  - x: 1\n  - y: 2\nb: [x]\nc:\n  - x: 1\n  -\nd: {x: 1}\n");

    assertThat(read.mappings("a")).extracting(Definition::keys).hasToString("[[x], [y]]");
    assertThat(read.mappings("none")).isEmpty();
    assertRejected(
        read, d -> d.mappings("b"), "acme.yaml:4:5: expected a mapping of keys to values");
    assertRejected(
        read, d -> d.mappings("c"), "acme.yaml:7:4: expected a mapping of keys to values");
    assertRejected(read, d -> d.mappings("d"), "acme.yaml:8:1: 'd' must be a list");
  }

  @Test
  void mappings_by_name_keep_their_order_and_their_lines() {
    Definition read = read("a:\n  z: {x: 1}\n  b:\n    x: 2\nb: [x]\nc: {d: x}\n");

    assertThat(read.mappingsByName("a")).containsOnlyKeys("z", "b");
    assertThat(read.mappingsByName("a").keySet()).containsExactly("z", "b");
    assertThat(read.mappingsByName("a").get("b").problem("x", "p")).hasMessage("acme.yaml:4:5: p");
    assertThat(read.mappingsByName("none")).isEmpty();
    assertRejected(
        read, d -> d.mappingsByName("b"), "acme.yaml:5:1: expected a mapping of keys to values");
    assertRejected(
        read, d -> d.mappingsByName("c"), "acme.yaml:6:5: expected a mapping of keys to values");
  }

  @Test
  void a_mapping_that_must_be_there_is_missed() {
    Definition read = read("a: {x: y}\nb: x\n");

    assertThat(read.mapping("a").text("x")).isEqualTo("y");
    assertThat(read.has("a")).isTrue();
    assertThat(read.has("c")).isFalse();
    assertRejected(
        read, d -> d.mapping("b"), "acme.yaml:2:1: expected a mapping of keys to values");
    assertRejected(read, d -> d.mapping("c"), "acme.yaml:1:1: key 'c' is missing");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "8, 8", "3.5, 3.5", "'\"2\"', 2", "1e0, 1"})
  void a_number_within_its_bounds_is_read(String text, double number) {
    assertThat(read("a: " + text).number("a", 1, 8)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.999", "8.001", "-1", "x", "1,5", "NaN", "Infinity", "1 2", "0x2", "\uFF12"})
  void a_number_outside_or_none_is_rejected_with_the_value(String text) {
    assertRejected(
        read("z: 1\na: " + text),
        d -> d.number("a", 1, 8),
        "acme.yaml:2:1: 'a' is \"" + text + "\"; expected a number from 1 to 8");
  }

  @Test
  void bounds_are_reported_as_people_write_them() {
    assertRejected(
        read("a: 9000"),
        d -> d.number("a", 0.5, 4_096),
        "acme.yaml:1:1: 'a' is \"9000\"; expected a number from 0.5 to 4096");
    assertRejected(
        read("b: 1"), d -> d.number("a", 0.5, 4_096), "acme.yaml:1:1: key 'a' is missing or empty");
  }

  private static void assertRejected(
      Definition definition, Consumer<Definition> reading, String message) {
    assertThatThrownBy(() -> reading.accept(definition))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessage(message);
  }

  private static Definition read(String text) {
    return DefinitionReader.read("acme.yaml", text);
  }
}
