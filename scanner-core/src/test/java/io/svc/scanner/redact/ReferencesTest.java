package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.redact.References.DefaultValue;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
  @SuppressWarnings("unused") // Named by @FieldSource.
  static final List<String> SPELLINGS = Spellings.REFERENCES;

  private static final String NAME = "[A-Za-z_][A-Za-z_0-9]{0,100}+";

  /** The same notations as those of {@link References}, slow and simple. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          String.join(
              "|",
              "(?<!\\\\(?=\\$\\p{javaLetter}))(?<!\\p{javaLetterOrDigit}(?=\\$\\p{javaLowerCase}))\\$(?:"
                  + "\\{\\{[^{}]{1,200}+}}|\\{[^{}]{1,300}+}|\\([^()]{1,300}+(?:\\)|\\z)"
                  + ("|env:" + NAME + "|" + NAME + ")"),
              "%[A-Za-z_][A-Za-z_0-9()]{0,100}+%",
              "\\{\\{[^{}]{1,200}+}}",
              "\\{(?:env|file|input|secret):[^{}]{1,200}+}",
              "process\\.env\\." + NAME,
              "os\\.environ\\[[^\\]]{1,100}+]"));

  private static final Pattern DEFAULT =
      Pattern.compile("\\$\\{(?:env:)?(" + NAME + "):?[-=]([^{}]{1,300})}");

  /** Pieces of references, with names and values around the longest ones. */
  private static final List<String> PARTS =
      List.of(
          "$",
          "${",
          "${{",
          "$(",
          "$env:",
          "%",
          "{",
          "{{",
          "{env:",
          "{file:",
          "{input:",
          "{secret:",
          "process.env.",
          "os.environ[",
          "}",
          "}}",
          ")",
          "(",
          "]",
          "[",
          ":-",
          "-",
          ":=",
          "=",
          ":",
          "env:",
          "A",
          "b",
          "9",
          "_",
          "\u00e9",
          "\u00c9",
          "\\",
          " ",
          "\n",
          "/",
          ".",
          "'",
          "TOKEN",
          "input:x",
          "secrets.X",
          "abc",
          "n".repeat(99),
          "n".repeat(200),
          "n".repeat(300),
          "p",
          "o");

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
  void random_texts_have_the_references_and_defaults_that_regular_expressions_find() {
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      StringBuilder builder = new StringBuilder();
      for (int parts = random.nextInt(12); parts >= 0; parts--) {
        builder.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      String text = builder.toString();
      String rest = REFERENCE.matcher(text).replaceAll("");

      assertThat(References.without(text)).as(text).isEqualTo(rest);
      assertThat(References.occurIn(text)).as(text).isEqualTo(!rest.equals(text));
      assertThat(References.defaultsIn(text))
          .as(text)
          .isEqualTo(
              DEFAULT
                  .matcher(text)
                  .results()
                  .map(found -> new DefaultValue(found.group(1), found.group(2)))
                  .toList());
    }
  }

  @Test
  void a_hostile_text_takes_no_time_to_speak_of() {
    assertThat(References.occurIn("${".repeat(100_000))).isFalse();
    assertThat(References.defaultsIn("${a:-".repeat(50_000))).isEmpty();
    assertThat(References.without("$(".repeat(100_000))).hasSize(200_000);
  }
}
