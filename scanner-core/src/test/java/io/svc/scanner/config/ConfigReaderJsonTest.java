package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is JSON (RFC 8259) and what is not, generated: every value in every place where a value may
 * stand. Comments and trailing commas are the two liberties that the reader takes.
 */
class ConfigReaderJsonTest {
  private static final List<String> PLACES =
      List.of(
          "%s",
          " \t\r\n%s\n",
          "[%s]",
          "[ %s ]",
          "[0,%s]",
          "[%s,0]",
          "{\"a\":%s}",
          "{\"a\" : %s , \"b\" : 0}",
          "{\"a\":[{\"b\":[%s]}]}",
          "/* a */%s // b",
          "[%s,]",
          "{\"a\":%s,}");

  static List<String> goodValues() {
    List<String> values = new ArrayList<>(List.of("null", "true", "false", "{}", "[]", "[[]]"));
    values.addAll(numbers());
    for (String content : goodTexts()) {
      values.add("\"" + content + "\"");
      values.add("{\"" + content + "\":0}");
    }
    return values;
  }

  static List<String> badValues() {
    List<String> values =
        new ArrayList<>(
            List.of(
                "nul",
                "nulls",
                "True",
                "FALSE",
                "undefined",
                "NaN",
                "Infinity",
                "-Infinity",
                "a",
                "'a'",
                "`a`",
                "\\u0041",
                "(0)",
                "<a>",
                "&",
                "@",
                "$",
                "#",
                "\u00A0",
                "\uFEFF",
                "\u2028",
                "\f",
                "\u000B",
                "\u0000",
                "[,]",
                "[,0]",
                "[0,,]",
                "[0,,0]",
                "[0 0]",
                "[0;0]",
                "[0:0]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":,}",
                "{:0}",
                "{a:0}",
                "{'a':0}",
                "{0:0}",
                "{null:0}",
                "{[]:0}",
                "{\"a\"=0}",
                "{\"a\" 0}",
                "{\"a\"::0}",
                "{\"a\":0,,}",
                "{\"a\":0 \"b\":0}",
                "{\"a\":0;}",
                "{\"a\",0}",
                "[}",
                "{]",
                "/",
                "/*",
                "/**",
                "/ /",
                "*/",
                "<!-- -->",
                "-- a",
                "\"a\"\"b\"",
                "\"a\"b",
                "0 0",
                "[]]",
                "{}}"));
    values.addAll(badNumbers());
    for (String content : badTexts()) {
      values.add("\"" + content + "\"");
      values.add("{\"" + content + "\":0}");
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("goodValues")
  void json_is_read(String value) {
    for (String location : PLACES) {
      assertThat(ConfigReader.readJson(location.replace("%s", value))).as(location).isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void anything_else_is_rejected(String value) {
    for (String location : PLACES) {
      if (!location.contains("//") || !value.equals("/*")) {
        assertThat(ConfigReader.readJson(location.replace("%s", value))).as(location).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("goodValues")
  void a_part_of_a_list_or_map_is_rejected(String value) {
    for (String complete : List.of("[%s]", "{\"a\":%s}", "[0,{\"a\":%s}]")) {
      String text = complete.replace("%s", value);

      assertThat(ConfigReader.readJson(text.substring(0, text.length() - 1))).isEmpty();
      assertThat(ConfigReader.readJson(text.substring(1))).isEmpty();
    }
  }

  private static List<String> numbers() {
    List<String> numbers = new ArrayList<>();
    for (String sign : List.of("", "-")) {
      for (String complete : List.of("0", "7", "10", "9007199254740993", "1".repeat(400))) {
        for (String fraction : List.of("", ".0", ".50", ".0000001")) {
          for (String exponent : List.of("", "e1", "E+05", "e-7", "e400", "E-400")) {
            numbers.add(sign + complete + fraction + exponent);
          }
        }
      }
    }
    return numbers;
  }

  private static List<String> badNumbers() {
    List<String> numbers = new ArrayList<>();
    for (String sign : List.of("", "-")) {
      for (String number :
          List.of(
              "00", "01", "0x1", "1.", ".1", "1.e1", "1e", "1e+", "1e1.5", "1.1.1", "1a", "1_0",
              "- 1", "+1", "--1", "1-", "1+1", "0e", "0.e1", "1 000", "\uFF11", "1L", "012.5")) {
        numbers.add(sign + number);
      }
    }
    numbers.add("-");
    return numbers;
  }

  private static List<String> goodTexts() {
    List<String> texts =
        new ArrayList<>(
            List.of(
                "",
                " ",
                "a",
                "é名😀",
                "//",
                "/* */",
                "#",
                "'",
                "\u007F",
                "\u2028\u2029",
                "\uFEFF",
                "\uFFFF",
                "\\u0000",
                "\\uD83D\\uDE00",
                "\\u00e9\\u00E9",
                "[",
                "{",
                "}",
                "]",
                ",",
                ":",
                "a".repeat(10_000)));
    for (char escape : "\"\\/bfnrt".toCharArray()) {
      texts.add("\\" + escape);
      texts.add("a\\" + escape + "b");
    }
    return texts;
  }

  private static List<String> badTexts() {
    List<String> texts = new ArrayList<>(List.of("\"", "\\", "\\u", "\\u12", "\\u123", "\\u12G4"));
    for (char escape : "aevx0'U 1é\n".toCharArray()) {
      texts.add("\\" + escape);
    }
    for (char control = 0; control < ' '; control++) {
      texts.add("a" + control + "b");
    }
    return texts;
  }
}
