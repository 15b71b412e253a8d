package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Names of types in all modules. */
class TypeNamesTest {
  /** Suffixes that do not describe a type. */
  private static final Pattern EMPTY_SUFFIX =
      Pattern.compile(".+(?:Utils?|Helper|Impl|Base|Common|Info|Data|Manager)");

  private static List<String> violations(List<String> sources) {
    Map<String, Integer> names = new TreeMap<>();
    for (String source : sources) {
      String name = source.substring(source.lastIndexOf('/') + 1).replace(".java", "");
      if (!name.endsWith("-info")) {
        names.merge(name, 1, Integer::sum);
      }
    }
    return names.entrySet().stream()
        .filter(name -> name.getValue() > 1 || EMPTY_SUFFIX.matcher(name.getKey()).matches())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void are_unique_and_have_no_empty_suffix() {
    List<String> sources =
        ProjectFiles.below("").stream()
            .filter(path -> path.matches(".*/src/main/java/.*\\.java"))
            .filter(path -> !path.contains("/target/") && !path.contains("/node_modules/"))
            .toList();

    assertThat(sources).hasSizeGreaterThan(1_000);
    assertThat(violations(sources)).isEmpty();
  }

  @Test
  void a_second_type_of_a_name_and_an_empty_suffix_are_detected() {
    assertThat(
            violations(
                List.of("a/Account.java", "b/Account.java", "a/TextUtil.java", "a/Token.java")))
        .containsExactly("Account", "TextUtil");
  }
}
