package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        " =1",
        "  \t=1",
        "\"=1",
        "'=1",
        "\" =cmd|' /C calc'!A0",
        "\u00A0=1",
        "\uFEFF=1",
        "\uFF1D1",
        "\u3000\uFF0B1"
      })
  void a_text_that_could_be_a_formula_gets_an_apostrophe(String text) {
    String line = Csv.line(List.of(text));

    assertThat(line.startsWith("'") || line.startsWith("\"'")).as(line).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=b", "1-2", "e@example.com", "it's", "", " ", "\"quoted\" a=b"})
  void other_texts_stay_as_they_are(String text) {
    assertThat(Csv.line(List.of(text)).replace("\"\"", "\"")).contains(text);
    assertThat(Csv.line(List.of(text))).doesNotStartWith("'").doesNotStartWith("\"'");
  }

  @Test
  void numbers_stay_numbers_and_the_same_as_text_does_not() {
    assertThat(Csv.line(List.of(-5L, -0.5, true, "-5"))).isEqualTo("-5,-0.5,true,'-5\r\n");
  }

  @Test
  void commas_quotes_and_ends_of_lines_are_quoted() {
    assertThat(Csv.line(List.of("a,b", "say \"x\"", "two\nlines")))
        .isEqualTo("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\"\r\n");
  }
}
