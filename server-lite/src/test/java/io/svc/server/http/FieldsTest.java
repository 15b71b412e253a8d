package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.server.json.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
  private enum Colour {
    RED,
    BLUE
  }

  @Test
  void a_character_outside_the_basic_plane_is_one() {
    Fields fields = fields("{\"name\": \"\uD83D\uDE00\uD83D\uDE00\"}");

    assertThat(fields.optionalText("name", 2)).contains("\uD83D\uDE00\uD83D\uDE00");
    fields.text("name", 3, 9);

    assertThatThrownBy(fields::check).hasMessageContaining("shorter than 3 characters");
  }

  @Test
  void a_label_that_is_needed_is_found_in_any_case() {
    assertThat(fields("{\"colour\": \"Blue\"}").neededOption("colour", Colour.class))
        .contains(Colour.BLUE);
  }

  @ParameterizedTest
  @CsvSource({
    "'{}', required",
    "'{\"colour\": null}', required",
    "'{\"colour\": \"\"}', required",
    "'{\"colour\": \" \"}', required",
    "'{\"colour\": 7}', wrong_type",
    "'{\"colour\": \"green\"}', unknown_value"
  })
  void a_label_that_is_needed_and_not_there_is_reported_once(String body, String code) {
    Fields fields = fields(body);

    assertThat(fields.neededOption("colour", Colour.class)).isEmpty();
    ApiException rejection = catchThrowableOfType(ApiException.class, fields::check);
    assertThat(rejection.errors()).extracting(ApiException.FieldError::code).containsExactly(code);
  }

  @Test
  void what_is_missing_is_reported_with_what_was_expected() {
    Fields fields = fields("{}");

    fields.neededOption("colour", Colour.class);

    assertThat(catchThrowableOfType(ApiException.class, fields::check))
        .hasMessage("\"colour\" is missing; expected one of RED, BLUE.");
  }

  @Test
  void an_unknown_field_is_rejected_with_its_path_and_the_nearest_name() {
    Fields fields = fields("{\"agnt\": 1, \"action\": {\"toool\": \"x\"}, \"list\": [{\"x\": 1}]}");
    fields.has("agent");
    fields.object("action").has("tool");
    fields.objects("list", 9).forEach(one -> one.has("name"));

    ApiException rejection = catchThrowableOfType(ApiException.class, fields::check);

    assertThat(rejection.errors())
        .extracting(ApiException.FieldError::code, ApiException.FieldError::field)
        .containsExactly(
            tuple("unknown_field", "agnt"),
            tuple("unknown_field", "action.toool"),
            tuple("unknown_field", "list[0].x"));
    assertThat(rejection)
        .hasMessageContaining("\"agnt\" is not a known field; did you mean agent?")
        .hasMessageContaining("\"action.toool\" is not a known field; did you mean tool?")
        .hasMessageContaining("\"list[0].x\" is not a known field; expected name.");
  }

  @Test
  void a_field_is_known_in_both_spellings_and_ambiguous_with_two_values() {
    Fields same = fields("{\"agentId\": \"a\", \"agent_id\": \"a\"}");
    Fields other = fields("{\"agentId\": \"a\", \"agent_id\": \"b\"}");
    same.has("agent_id");
    other.has("agent_id");

    same.check();
    assertThatThrownBy(other::check)
        .hasMessageContaining("\"agent_id\" and \"agentId\" name the same field");
  }

  @Test
  void names_of_one_field_are_used_alike_and_rejected_with_two_values() {
    Fields alias = fields("{\"reportType\": \"x\"}");
    Fields both = fields("{\"type\": \"x\", \"reportType\": \"y\"}");

    assertThat(alias.oneOf("type", "reportType")).isEqualTo("reportType");
    alias.check();
    both.oneOf("type", "reportType");
    assertThatThrownBy(both::check)
        .hasMessage(
            "\"type\" and \"reportType\" name the same field and have different values; send one of"
                + " them.");
  }

  @Test
  void content_that_callers_define_is_not_checked_and_is_limited_in_size() {
    Fields open = fields("{\"metadata\": {\"x\": {\"y\": 1}}}");
    Fields large = fields("{\"metadata\": {\"x\": \"" + "y".repeat(17_000) + "\"}}");
    open.metadata();
    large.metadata();

    open.check();
    assertThatThrownBy(large::check).hasMessageContaining("16384 characters");
  }

  @Test
  void many_unknown_fields_are_counted_and_not_all_listed() {
    StringBuilder body = new StringBuilder("{\"a\": 1");
    for (int i = 0; i < 5_000; i++) {
      body.append(",\"x").append(i).append("\":1");
    }

    ApiException rejection =
        catchThrowableOfType(ApiException.class, fields(body.append('}').toString())::check);

    assertThat(rejection.errors()).hasSize(21);
    assertThat(rejection.errors().get(20).message()).contains("4981 more unknown fields");
  }

  @Test
  void a_body_is_checked_only_when_its_reader_said_so() {
    Fields fields = fields("{\"name\": \"x\"}");
    fields.text("name", 1, 9);

    assertThat(fields.isChecked()).isFalse();
    fields.checkSoFar();
    assertThat(fields.isChecked()).isFalse();
    fields.check();
    assertThat(fields.isChecked()).isTrue();
  }

  @Test
  void a_lenient_object_keeps_what_the_reader_does_not_know() {
    Fields fields = Fields.lenient(Json.readStored("{\"name\": \"x\", \"more\": 1}"));
    fields.text("name", 1, 9);

    fields.check();
    assertThat(fields.others(Set.of("name"))).containsOnlyKeys("more");
  }

  private static Fields fields(String json) {
    return Fields.of(Json.readStored(json));
  }
}
