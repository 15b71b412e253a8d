package io.svc.scanner.checks.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PythonVersionTest {
  /** Each row is in ascending order; the first seven are PEP 440's own. */
  static List<List<String>> orders() {
    return List.of(
        List.of("0.1", "0.2", "0.3", "1.0", "1.1"),
        List.of("1.1.0", "1.1.1", "1.1.2", "1.2.0"),
        List.of("0.9", "1.0a1", "1.0a2", "1.0b1", "1.0rc1", "1.0", "1.1a1"),
        List.of(
            "0.9",
            "1.0.dev1",
            "1.0.dev2",
            "1.0.dev3",
            "1.0.dev4",
            "1.0c1",
            "1.0c2",
            "1.0",
            "1.0.post1",
            "1.1.dev1"),
        List.of("2012.1", "2012.2", "2012.15", "2013.1", "2013.2"),
        List.of("2013.10", "2014.04", "1!1.0", "1!1.1", "1!2.0"),
        List.of(
            "1.dev0",
            "1.0.dev456",
            "1.0a1",
            "1.0a2.dev456",
            "1.0a12.dev456",
            "1.0a12",
            "1.0b1.dev456",
            "1.0b2",
            "1.0b2.post345.dev456",
            "1.0b2.post345",
            "1.0rc1.dev456",
            "1.0rc1",
            "1.0",
            "1.0+abc.5",
            "1.0+abc.7",
            "1.0+5",
            "1.0.post456.dev34",
            "1.0.post456",
            "1.0.15",
            "1.1.dev1"),
        List.of("1.0", "1.0+1", "1.0+1.1", "1.0+1.1.1", "1.0+2", "1.0+10"),
        List.of("1.0+a", "1.0+a.a", "1.0+a.1", "1.0+b", "1.0+0", "1.0.post0"),
        List.of("1.0a1", "1.0a1.post1", "1.0a2", "1.0b1"),
        List.of("1.0.dev1", "1.0.dev1+local", "1.0a1.dev1", "1.0a1"),
        List.of("1.0.post1.dev1", "1.0.post1", "1.0.post2"),
        List.of("9", "10", "99", "100", "20250101", "999999999999999999"),
        List.of("9.9", "1!0.1", "2!0"),
        List.of("0", "0.0.0.1", "0.0.1", "0.1", "1"));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void versions_have_the_order_of_the_standard(List<String> ascending) {
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        PythonVersion a = version(ascending.get(i));
        PythonVersion b = version(ascending.get(j));

        assertThat(Integer.signum(a.compareTo(b)))
            .as("%s and %s", ascending.get(i), ascending.get(j))
            .isEqualTo(Integer.compare(i, j));
        assertThat(a.equals(b)).isEqualTo(i == j);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "1.0, 1.0.0",
    "1.0, 1.0.0.0.0",
    "0, 0.0",
    "0!1.0, 1.0",
    "1.0, v1.0",
    "1.0, V1.0",
    "1.0, ' 1.0\t'",
    "1.01, 1.1",
    "1.0a1, 1.0alpha1",
    "1.0a1, 1.0.a.1",
    "1.0a1, 1.0-a-1",
    "1.0a1, 1.0_a_1",
    "1.0a1, 1.0A1",
    "1.0a1, 1.0a01",
    "1.0a0, 1.0a",
    "1.0b2, 1.0beta2",
    "1.0rc3, 1.0c3",
    "1.0rc3, 1.0pre3",
    "1.0rc3, 1.0preview3",
    "1.0rc3, 1.0-RC.3",
    "1.0.post4, 1.0-4",
    "1.0.post4, 1.0-post4",
    "1.0.post4, 1.0post4",
    "1.0.post4, 1.0.rev4",
    "1.0.post4, 1.0-r4",
    "1.0.post0, 1.0.post",
    "1.0.dev5, 1.0dev5",
    "1.0.dev5, 1.0-dev_5",
    "1.0.dev0, 1.0.dev",
    "1.0a1.post2.dev3, 1.0-alpha-1-post-2-dev-3",
    "1.0+ubuntu.1, 1.0+ubuntu-1",
    "1.0+ubuntu.1, 1.0+Ubuntu_1",
    "1.0+1, 1.0+01"
  })
  void spellings_of_one_version_are_equal(String a, String b) {
    assertThat(version(a)).isEqualTo(version(b)).hasSameHashCodeAs(version(b));
    assertThat(version(a).compareTo(version(b))).isZero();
    assertThat(version(b).compareTo(version(a))).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1.0, 1.0.1", "1.0, 1.0a1", "1.0, 1.0+a", "1.0, 1!1.0", "1.0, 1.0.post0"})
  void other_versions_are_not(String a, String b) {
    assertThat(version(a)).isNotEqualTo(version(b));
  }

  @Test
  void a_version_equals_no_text() {
    assertThat(version("1.0")).isNotEqualTo("1.0").isNotEqualTo(null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "v",
        "x",
        "latest",
        "1.",
        ".1",
        "1..0",
        "1.0.*",
        "1.x",
        "==1.0",
        ">=1.0",
        "1.0 beta",
        "1.0,2.0",
        "1.0a1b2",
        "1.0.dev1.post1",
        "1.0.post1a1",
        "1.0+",
        "1.0+a+b",
        "1.0+a..b",
        "1.0+\u00E9",
        "1.0-x",
        "1!",
        "!1.0",
        "1!2!3",
        "vv1.0",
        "1.0\n1.1",
        "\u0661.\u0660",
        "\uFF11.\uFF10",
        "-1",
        "1e3",
        "1234567890123456789"
      })
  void what_is_no_version_is_none(String text) {
    assertThat(PythonVersion.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.", "1", "a", "1!", "-", "1.0a", "1+a.", "\uD800", "1.0-1-1", "_1.dev", "0"})
  @Timeout(120)
  void a_text_of_megabytes_is_none_at_once(String part) {
    assertThat(PythonVersion.parse(part.repeat(2_000_000))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.", "1", "a", "1!", "1.0a", "1+a.", "-1", "1_dev", "9.9post"})
  @Timeout(120)
  void a_text_as_long_as_is_read_takes_no_time(String part) {
    String longest = part.repeat(200).substring(0, 199) + "?";
    for (int i = 0; i < 1_000; i++) {
      assertThat(PythonVersion.parse(longest)).isEmpty();
    }
  }

  private static PythonVersion version(String text) {
    return PythonVersion.parse(text).orElseThrow(() -> new AssertionError("no version: " + text));
  }
}
