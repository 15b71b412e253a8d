package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {
  @Test
  void an_object_has_its_members_and_a_list_its_items() throws JsonProcessingException {
    JsonValue read = JsonValue.read("{\"a\": {\"b\": \"c\"}, \"d\": [\"e\", 1, [], null]}");

    assertThat(read.get("a").get("b").text()).isEqualTo("c");
    assertThat(read.has("a")).isTrue();
    assertThat(read.isList()).isFalse();
    assertThat(read.get("d").isList()).isTrue();
    assertThat(read.get("d").items()).extracting(JsonValue::text).containsExactly("e", "1", "", "");
    assertThat(read.get("d").items().get(2).isList()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'\"x\"', x",
    "'\"\"', ''",
    "7, 7",
    "-1.50, -1.50",
    "1e3, 1e3",
    "true, true",
    "null, ''",
    "'{\"a\": 1}', ''",
    "'[1]', ''",
    "'\"\\u0061\\n\"', 'a\n'",
    "'', ''",
    "' \n', ''"
  })
  void texts_numbers_and_booleans_have_a_text(String json, String text)
      throws JsonProcessingException {
    assertThat(JsonValue.read(json).text()).isEqualTo(text);
  }

  @Test
  void what_is_not_there_is_nothing_however_deep_one_asks() throws JsonProcessingException {
    for (String json : List.of("{}", "[]", "7", "null", "\"x\"", "")) {
      JsonValue nothing = JsonValue.read(json).get("a").get("b");

      assertThat(nothing.text()).isEmpty();
      assertThat(nothing.items()).isEmpty();
      assertThat(nothing.has("c")).isFalse();
      assertThat(nothing.isList()).isFalse();
    }
  }

  @Test
  void a_member_that_is_null_is_there_and_nothing() throws JsonProcessingException {
    JsonValue read = JsonValue.read("{\"a\": null}");

    assertThat(read.has("a")).isTrue();
    assertThat(read.get("a").text()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[",
        "[1",
        "{\"a\"",
        "{\"a\": }",
        "{\"a\": 1, \"a\": 2}",
        "{} {}",
        "1 2",
        "nothing",
        "{'a': 1}",
        "[1,]",
        "// x\n1",
        "\"x",
        "]",
        "NaN",
        "01"
      })
  void what_is_no_json_is_rejected(String json) {
    assertThatThrownBy(() -> JsonValue.read(json)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void nesting_without_end_is_rejected() {
    assertThatThrownBy(() -> JsonValue.read("[".repeat(1_000_000)))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> JsonValue.read("{\"a\":".repeat(1_000_000)))
        .isInstanceOf(JsonProcessingException.class);
  }
}
