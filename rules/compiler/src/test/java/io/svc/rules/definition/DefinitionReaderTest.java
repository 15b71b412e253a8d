package io.svc.rules.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionReaderTest {
  private static final int DEEPEST = 20;

  @Test
  void reads_mappings_lists_and_texts_in_their_order() {
    Definition read =
        read(
            """
            b: first
            a:
              - one
              - [two, three]
              - {x: y}
            c: {d: e}
            """);

    assertThat(read.file()).isEqualTo("acme.yaml");
    assertThat(read.line()).isEqualTo(1);
    assertThat(read.keys()).containsExactly("b", "a", "c");
    assertThat(read.text("b")).isEqualTo("first");
    List<DefinitionNode> items = read.items("a");
    assertThat(items).hasSize(3);
    assertThat(items.get(0).text()).contains("one");
    assertThat(items.get(1).items())
        .extracting(item -> item.text().orElseThrow())
        .containsExactly("two", "three");
    assertThat(items.get(2).members().orElseThrow()).containsOnlyKeys("x");
    assertThat(read.mapping("c").text("d")).isEqualTo("e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yes",
        "True",
        "1",
        "0x1F",
        "1_000",
        "1e3",
        ".inf",
        "-7",
        "007",
        "12:30",
        "2026-01-31",
        "NO",
        "3.10",
        "a#b",
        "http://acme.test/x"
      })
  void what_is_not_quoted_is_a_text_unchanged(String text) {
    assertThat(read("a: " + text).text("a")).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:", "a: ~", "a: null", "a: ''", "a: # none"})
  void nothing_is_an_empty_text(String text) {
    assertThat(read(text).optionalText("a")).contains("");
  }

  @Test
  void folded_and_kept_line_breaks_are_those_of_yaml() {
    Definition read = read("a: >-\n  one\n  two\nb: |\n  one\n  two\nc: \"one\\ttwo\"\n");

    assertThat(read.text("a")).isEqualTo("one two");
    assertThat(read.text("b")).isEqualTo("one\ntwo");
    assertThat(read.text("c")).isEqualTo("one\ttwo");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "\n\n", "# nothing yet\n", "\uFEFF", "\uFEFF# nothing yet"})
  void an_empty_file_is_an_empty_mapping(String text) {
    Definition read = read(text);

    assertThat(read.keys()).isEmpty();
    assertThat(read.line()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void lines_are_counted_at_either_kind_of_line_end(String end) {
    Definition read =
        read(
            String.join(
                end,
                "# Comment.",
                "a: x",
                "",
                "b:",
                "  - name: one",
                "    value: two",
                "  -",
                "    name: three",
                "c: >-",
                "  folded",
                "  text",
                "d: {e: [f,",
                "  g]}",
                ""));

    assertThat(read.line()).isEqualTo(2);
    assertThat(read.problem("a", "p")).hasMessage("acme.yaml:2:1: p");
    assertThat(read.problem("b", "p")).hasMessage("acme.yaml:4:1: p");
    assertThat(read.mappings("b")).extracting(Definition::line).containsExactly(5, 8);
    assertThat(read.mappings("b").get(0).problem("value", "p")).hasMessage("acme.yaml:6:5: p");
    assertThat(read.problem("c", "p")).hasMessage("acme.yaml:9:1: p");
    assertThat(read.mapping("d").items("e"))
        .extracting(DefinitionNode::line)
        .containsExactly(12, 13);
    assertThat(read.mapping("d").items("e"))
        .extracting(DefinitionNode::column)
        .containsExactly(9, 3);
    assertThat(read.problem("none", "p")).hasMessage("acme.yaml:2:1: p");
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_first_key() {
    assertThat(read("\uFEFFid: x\n").text("id")).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: &x one|1|anchors and aliases are not allowed here; write the value out",
        "a: x\\nb: &x {c: d}|2|anchors and aliases are not allowed here; write the value out",
        "a: x\\nb:\\n  - &x c|3|anchors and aliases are not allowed here; write the value out",
        "a: x\\nb: *x|2|anchors and aliases are not allowed here; write the value out",
        "a: x\\nb:\\n  - c\\n  - *x|4|anchors and aliases are not allowed here; write the value"
            + " out",
        "a: x\\n&x b: c|2|anchors and aliases are not allowed here; write the value out",
        "&x a: b|1|anchors and aliases are not allowed here; write the value out",
        "a: x\\n*x : c|2|anchors and aliases are not allowed here; write the value out",
        "&x {a: b}|1|anchors and aliases are not allowed here; write the value out",
        "a: {<<: *x}|1|anchors and aliases are not allowed here; write the value out",
        "a: !!str x|1|tags are not allowed here; write the value without its tag",
        "a: x\\nb: !!int 7|2|tags are not allowed here; write the value without its tag",
        "a: !acme x|1|tags are not allowed here; write the value without its tag",
        "a: ! x|1|tags are not allowed here; write the value without its tag",
        "a: x\\nb: !!map {c: d}|2|tags are not allowed here; write the value without its tag",
        "a: x\\nb: !!set {c, d}|2|tags are not allowed here; write the value without its tag",
        "a: !!binary aGk=|1|tags are not allowed here; write the value without its tag",
        "a: x\\n!!str b: c|2|tags are not allowed here; write the value without its tag",
        "a: !<tag:acme.test,2026:x> y|1|tags are not allowed here; write the value without its tag",
        "a: !!javax.script.ScriptEngineManager [x]|1|tags are not allowed here; write the value"
            + " without its tag",
        "a: x\\nb: y\\na: z|3|key 'a' occurs twice",
        "a: x\\nb:\\n  c: 1\\n  d: 2\\n  c: 3|5|key 'c' occurs twice",
        "a: x\\nb: [{c: 1, c: 3}]|2|key 'c' occurs twice",
        "a: x\\n\"a\": y|2|key 'a' occurs twice",
        "a: x\\n---\\nb: y|3|expected one document in the file",
        "a: x\\n---\\n|3|expected one document in the file",
        "a: x\\n...\\n---\\nb: y|4|expected one document in the file",
        "a: x\\n? [b, c]\\n: d|2|expected a text as key",
        "a: {{b: c}: d}|1|expected a text as key",
        "- a\\n- b|1|expected a mapping of keys to values",
        "\\n\\n[a, b]|3|expected a mapping of keys to values",
        "just a text|1|expected a mapping of keys to values",
        "7|1|expected a mapping of keys to values",
        "---\\n---\\na: x|2|expected a mapping of keys to values"
      })
  void what_a_reader_could_be_mistaken_about_is_rejected(String text, int line, String problem) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageMatching("acme\\.yaml:" + line + ":\\d+: " + Pattern.quote(problem) + ".*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: [x|1",
        "a: x\\nb: 'y|2",
        "a: x\\nb: y: z|2",
        "a: x\\nb: \"\\q\"|2",
        "a: x\\n  b: y|2",
        "a: x\\nb: @y|2",
        "a: x\\nb: `y`|2",
        "a: x\\nb: {c: d|2",
        "a: x\\n}|2",
        "a: x\\nno key|2"
      })
  void what_is_no_yaml_is_refused_near_the_line(String text, int line) {
    assertThatThrownBy(() -> read(text.replace("\\n", "\n")))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageMatching("acme\\.yaml:" + line + ":\\d+: not readable as YAML");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "\u0007", "\uFFFF", "\uD800", "\u001c"})
  void a_character_that_yaml_does_not_have_is_rejected_at_its_line(String character) {
    assertThatThrownBy(() -> read("a: x\nb: y\nc: " + character + "\nd: z\n"))
        .hasMessage("acme.yaml:3:4: not readable as YAML");
  }

  @Test
  void a_message_quotes_nothing_of_what_is_no_yaml() {
    assertThatThrownBy(() -> read("reason: 'a secret word\n"))
        .hasMessage("acme.yaml:2:1: not readable as YAML");
  }

  @Test
  @Timeout(120)
  void a_text_that_would_grow_without_end_is_rejected_at_once() {
    StringBuilder laughs = new StringBuilder("a0: &a0 [lol, lol, lol]\n");
    for (int i = 1; i < 100; i++) {
      laughs.append("a%d: &a%d [".formatted(i, i));
      laughs.append("*a%d, ".formatted(i - 1).repeat(9)).append("*a%d]\n".formatted(i - 1));
    }

    assertThatThrownBy(() -> read(laughs.toString()))
        .hasMessage("acme.yaml:1:5: anchors and aliases are not allowed here; write the value out");
  }

  @Test
  void twenty_levels_are_read_and_one_more_is_rejected() {
    assertThat(read("a: " + "[".repeat(DEEPEST - 1) + "]".repeat(DEEPEST - 1)).has("a")).isTrue();
    assertThat(read("a: " + "[".repeat(DEEPEST - 1) + "x" + "]".repeat(DEEPEST - 1)).has("a"))
        .isTrue();

    assertThatThrownBy(() -> read("a:\n " + "[".repeat(DEEPEST + 1) + "]".repeat(DEEPEST + 1)))
        .hasMessage("acme.yaml:2:22: nested more than 20 levels deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "{? "})
  @Timeout(120)
  void endless_nesting_is_rejected_at_once(String opening) {
    assertThatThrownBy(() -> read("a:\n  " + opening.repeat(100_000)))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageStartingWith("acme.yaml:");
  }

  @Test
  @Timeout(120)
  void a_file_of_many_keys_is_read_in_time() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      text.append("key").append(i).append(": value\n");
    }

    assertThat(read(text.toString()).keys()).hasSize(50_000);
  }

  private static Definition read(String text) {
    return DefinitionReader.read("acme.yaml", text);
  }
}
