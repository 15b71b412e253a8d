package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader of advisories over every file of the JSON parsing test suite. */
class JsonSuiteTest {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", "../.."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  private static final String TWICE =
      "an advisory that says a thing twice leaves open which of both is meant";
  private static final String BLANK = "an archive of advisories may have empty files in it";

  /** Where the reader differs from RFC 8259, and why. */
  private static final Map<String, String> ON_PURPOSE =
      Map.of(
          "y_object_duplicated_key.json",
          TWICE,
          "y_object_duplicated_key_and_value.json",
          TWICE,
          "n_single_space.json",
          BLANK,
          "n_structure_no_data.json",
          BLANK);

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SUITE)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean isRead(String name) throws IOException {
    String text = new String(Files.readAllBytes(SUITE.resolve(name)), StandardCharsets.UTF_8);
    try {
      return JsonValue.read(text) != null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void what_is_json_is_read_and_what_is_not_is_rejected(String name) throws IOException {
    boolean isRead = isRead(name);

    if (!name.startsWith("i_")) {
      assertThat(isRead)
          .as(ON_PURPOSE.getOrDefault(name, "RFC 8259"))
          .isEqualTo(name.startsWith("y_") != ON_PURPOSE.containsKey(name));
    }
  }
}
