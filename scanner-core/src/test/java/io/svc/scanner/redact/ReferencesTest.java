package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.redact.References.DefaultValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
  @SuppressWarnings("unused") // Named by @FieldSource.
  static final List<String> SPELLINGS = Spellings.REFERENCES;

  @ParameterizedTest
  @FieldSource("SPELLINGS")
  void every_spelling_of_the_clients_is_a_reference(String text) {
    boolean isComplete = References.occurIn(text) && References.without(text).isBlank();

    assertThat(isComplete || References.isStored(text)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "Bearer ${TOKEN}, 'Bearer '",
    "Basic ${input:credentials}, 'Basic '",
    "https://${input:name}.azurewebsites.net/mcp, https://.azurewebsites.net/mcp",
    "https://x.test/?apiKey=${KEY}, https://x.test/?apiKey=",
    "a${X}b$Y-c%Z%d, ab-cd",
    "$token and /$user, ' and /'",
    "nothing to refer to, nothing to refer to"
  })
  void what_is_left_is_everything_else(String text, String remainder) {
    assertThat(References.without(text)).isEqualTo(remainder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100%",
        "a$",
        "$5.00",
        "{x}",
        "50% of 100%",
        "p@ss$",
        "${}",
        "{{}}",
        "pa$sword",
        "k9$x2"
      })
  void signs_alone_are_no_reference(String text) {
    assertThat(References.occurIn(text)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "${TOKEN:-abc}, TOKEN, abc",
    "${TOKEN-abc}, TOKEN, abc",
    "${TOKEN:=abc}, TOKEN, abc",
    "${env:TOKEN:-abc}, TOKEN, abc",
    "Bearer ${TOKEN:-a:b-c=d}, TOKEN, a:b-c=d"
  })
  void a_default_is_a_literal_under_the_name_of_its_variable(
      String text, String name, String value) {
    assertThat(References.defaultsIn(text)).containsExactly(new DefaultValue(name, value));
  }

  @Test
  void a_text_may_have_several_defaults() {
    assertThat(References.defaultsIn("${A:-1}/${B}/${C:-2}"))
        .containsExactly(new DefaultValue("A", "1"), new DefaultValue("C", "2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"${TOKEN}", "${input:api-key}", "${env:TOKEN}", "${TOKEN:-}", "$TOKEN"})
  void a_reference_without_default_has_none(String text) {
    assertThat(References.defaultsIn(text)).isEmpty();
  }

  @Test
  void a_hostile_text_takes_no_time_to_speak_of() {
    assertThat(References.occurIn("${".repeat(100_000))).isFalse();
    assertThat(References.defaultsIn("${a:-".repeat(50_000))).isEmpty();
    assertThat(References.without("$(".repeat(100_000))).hasSize(200_000);
  }
}
