package io.svc.scanner.checks.packages;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Advisory.Range;
import io.svc.rules.Ecosystem;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VersionOrderingTest {
  private static final String SIGNS = "0123456789.-+!vxabrc*^~=<> \u00E9\u0661";

  @ParameterizedTest
  @CsvSource({"NPM, SEMANTIC", "GO, SEMANTIC", "PYPI, PYTHON", "IMAGE, SEMANTIC"})
  void each_registry_has_its_own_order(Ecosystem ecosystem, VersionOrdering versions) {
    assertThat(VersionOrdering.of(ecosystem)).isEqualTo(versions);
  }

  @ParameterizedTest
  @CsvSource({
    "SEMANTIC, 1.0.0, 2.0.0",
    "SEMANTIC, 2.0.0, 2.1.0",
    "SEMANTIC, 2.1.0, 2.1.1",
    "SEMANTIC, 1.9.0, 1.10.0",
    "SEMANTIC, 1.0.0-alpha, 1.0.0",
    "SEMANTIC, 1.0.0-alpha, 1.0.0-alpha.1",
    "SEMANTIC, 1.0.0-alpha.1, 1.0.0-alpha.beta",
    "SEMANTIC, 1.0.0-alpha.beta, 1.0.0-beta",
    "SEMANTIC, 1.0.0-beta, 1.0.0-beta.2",
    "SEMANTIC, 1.0.0-beta.2, 1.0.0-beta.11",
    "SEMANTIC, 1.0.0-beta.11, 1.0.0-rc.1",
    "SEMANTIC, 1.0.0-rc.1, 1.0.0",
    "SEMANTIC, 1.2.3, 2025.11.25",
    "SEMANTIC, 1.2, 1.3",
    "SEMANTIC, 1.2, 1.2.1",
    "SEMANTIC, 0.0.0-20240101000000-abcdefabcdef, 0.0.0-20250101000000-abcdefabcdef",
    "SEMANTIC, v1.2.3, 1.2.4",
    "PYTHON, 1.0a1, 1.0",
    "PYTHON, 1.0, 1.0.post1",
    "PYTHON, 1.0.dev1, 1.0a1",
    "PYTHON, 9.0, 1!1.0"
  })
  void versions_are_ordered_as_their_registry_does(
      VersionOrdering versions, String low, String high) {
    assertThat(versions.compare(low, high)).isPresent();
    assertThat(versions.compare(low, high).orElseThrow()).isNegative();
    assertThat(versions.compare(high, low).orElseThrow()).isPositive();
    assertThat(versions.compare(low, low)).contains(0);
  }

  @ParameterizedTest
  @CsvSource({
    "SEMANTIC, 1.2.3, v1.2.3",
    "SEMANTIC, 1.2, 1.2.0",
    "SEMANTIC, 1.2.3+build.1, 1.2.3+build.2",
    "SEMANTIC, 1.2.3, 1.2.3+build",
    "PYTHON, 1.0, 1.0.0",
    "PYTHON, 1.0, v1"
  })
  void spellings_of_one_version_are_equal(VersionOrdering versions, String a, String b) {
    assertThat(versions.compare(a, b)).contains(0);
    assertThat(versions.compare(b, a)).contains(0);
  }

  @ParameterizedTest
  @CsvSource({
    // introduced, fixed, last affected, version, whether it is in
    "0, '', '', 0.0.1, true",
    "0, '', '', 999.0.0, true",
    "0, '', '', 1.0.0-rc.1, true",
    "0, 1.2.3, '', 1.2.2, true",
    "0, 1.2.3, '', 1.2.3-rc.1, true",
    "0, 1.2.3, '', 1.2.3, false",
    "0, 1.2.3, '', v1.2.3, false",
    "0, 1.2.3, '', 1.2.3+build, false",
    "0, 1.2.3, '', 1.2.4, false",
    "0, 1.2.3, '', 1.10.0, false",
    "0, 1.2, '', 1.1.9, true",
    "0, 1.2, '', 1.2.0, false",
    "0, '', 1.2.3, 1.2.3, true",
    "0, '', 1.2.3, 1.2.4-rc.1, false",
    "0, '', 1.2.3, 1.2.4, false",
    "1.0.0, 1.2.3, '', 0.9.9, false",
    "1.0.0, 1.2.3, '', 1.0.0-rc.1, false",
    "1.0.0, 1.2.3, '', 1.0.0, true",
    "1.0.0, 1.2.3, '', v1.1, true",
    "1.0.0-rc.1, 1.2.3, '', 1.0.0-beta, false",
    "1.0.0-rc.1, 1.2.3, '', 1.0.0-rc.1, true",
    "1.0.0, '', '', 1.0.0, true",
    "1.0.0, '', '', 0.9.0, false",
    "0.0.0-0, 2.0.0, '', 0.0.1, true"
  })
  void a_range_begins_with_the_first_and_ends_before_the_fix(
      String introduced, String fixed, String last, String version, boolean isIn) {
    assertThat(VersionOrdering.SEMANTIC.isIn(version, new Range(introduced, fixed, last)))
        .isEqualTo(isIn);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1.2.3, '', 1.2.3rc1, true",
    "0, 1.2.3, '', 1.2.3.dev4, true",
    "0, 1.2.3, '', 1.2.3.post1, false",
    "0, 1.2.3, '', 1.2.3+local, false",
    "0, '', 1.2, 1.2.0, true",
    "0, '', 1.2, 1.2.post1, false",
    "1.0a1, 1.0, '', 1.0b2, true",
    "1.0, 1.2, '', 1.0rc1, false",
    "0, '', '', 0.0.dev0, true"
  })
  void a_range_of_python_versions_has_pythons_order(
      String introduced, String fixed, String last, String version, boolean isIn) {
    assertThat(VersionOrdering.PYTHON.isIn(version, new Range(introduced, fixed, last)))
        .isEqualTo(isIn);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, ''",
    "latest, 0, ''",
    "latest, 0, 1.0.0",
    "latest, 0.0.1, ''",
    "' ', 0, ''",
    "., 0, ''",
    "v, 0, ''",
    "1.0.0, latest, ''",
    "1.0.0, '', ''"
  })
  void what_is_no_version_lies_in_no_range(String version, String introduced, String fixed) {
    for (VersionOrdering versions : VersionOrdering.values()) {
      assertThat(versions.isIn(version, new Range(introduced, fixed, ""))).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SEMANTIC, 1.2.3, true",
    "SEMANTIC, v1.2.3, true",
    "SEMANTIC, 1.2.3+build, true",
    "SEMANTIC, 2.0, true",
    "SEMANTIC, 1.2.3-rc.1, false",
    "SEMANTIC, 1.2.30, false",
    "SEMANTIC, '', false",
    "PYTHON, 1.2.3.0, true",
    "PYTHON, 1.2.3.post1, false"
  })
  void a_version_is_among_others_in_any_spelling(
      VersionOrdering versions, String version, boolean isAmong) {
    assertThat(versions.isListed(version, List.of("1.2.3", "2.0.0", "nonsense")))
        .isEqualTo(isAmong);
    assertThat(versions.isListed(version, List.of())).isFalse();
  }

  @Test
  void unreadable_versions_are_compared_as_text() {
    assertThat(VersionOrdering.SEMANTIC.isListed("nonsense", List.of("nonsense"))).isTrue();
    assertThat(VersionOrdering.PYTHON.isListed("2004-spring", List.of("2004-spring"))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void no_text_whatever_throws(VersionOrdering versions) {
    assertThatNoTextThrows(versions, 5_000);
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource
  @Tag("thorough")
  void none_of_many_texts_throws(VersionOrdering versions) {
    assertThatNoTextThrows(versions, 50_000);
  }

  private static void assertThatNoTextThrows(VersionOrdering versions, int times) {
    Random random = new Random(5);
    for (int i = 0; i < times; i++) {
      String a = text(random);
      String b = text(random);
      Range range = new Range(a, b, text(random));

      assertThat(versions.compare(a, b).isPresent())
          .as("%s and %s", a, b)
          .isEqualTo(versions.compare(b, a).isPresent());
      assertThat(versions.isIn(b, range) && versions.isIn("", range)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 300000",
    "1., 300000",
    "1.2.3-, 100000",
    "9, 40",
    "99999999999999999999., 3",
    "a, 300000"
  })
  @Timeout(120)
  void a_text_of_any_length_is_compared_in_time(String part, int times) {
    String text = part.repeat(times);
    for (VersionOrdering versions : VersionOrdering.values()) {
      assertThat(versions.isIn(text, new Range("0", "0.0.1", ""))).isFalse();
      assertThat(versions.isIn("1.0.0", new Range(text, "", ""))).isFalse();
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      text.append(SIGNS.charAt(random.nextInt(SIGNS.length())));
    }
    return text.toString();
  }
}
