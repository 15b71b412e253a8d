package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.svc.server.json.Json;
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
  void a_label_that_is_needed_and_not_there_is_told_once(String body, String code) {
    Fields fields = fields(body);

    assertThat(fields.neededOption("colour", Colour.class)).isEmpty();
    ApiException refusal = catchThrowableOfType(ApiException.class, fields::check);
    assertThat(refusal.errors()).extracting(ApiException.FieldError::code).containsExactly(code);
  }

  @Test
  void what_is_missing_is_told_with_what_was_expected() {
    Fields fields = fields("{}");

    fields.neededOption("colour", Colour.class);

    assertThat(catchThrowableOfType(ApiException.class, fields::check))
        .hasMessage("\"colour\" is missing; expected one of RED, BLUE.");
  }

  private static Fields fields(String json) {
    return Fields.of(Json.own(json));
  }
}
