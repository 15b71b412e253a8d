package io.svc.scanner.config;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ReadOutcome.Unreadable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader of config files over every file of the JSON parsing test suite. */
class JsonSuiteTest {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", ".."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  private static final String COMMENT = "comments are read, as in VS Code and Zed";
  private static final String COMMA = "a comma behind the last value is read, as in VS Code";

  /** No JSON to the letter, and read nevertheless, since the clients whose files these are do. */
  private static final Map<String, String> TOLERATED =
      Map.of(
          "n_array_extra_comma.json",
          COMMA,
          "n_array_number_and_comma.json",
          COMMA,
          "n_object_trailing_comma.json",
          COMMA,
          "n_object_lone_continuation_byte_in_key_and_trailing_comma.json",
          COMMA + "; a byte that is no UTF-8 is read as U+FFFD, and the report says so",
          "n_object_trailing_comment.json",
          COMMENT,
          "n_object_trailing_comment_slash_open.json",
          COMMENT,
          "n_structure_object_with_comment.json",
          COMMENT);

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SUITE)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** Why a file is no JSON to the reader; empty when it is, with servers or without. */
  private static Optional<String> rejectionReason(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(SUITE.resolve(name));
    ReadOutcome outcome = ConfigReader.read(Path.of("mcp.json"), bytes, Optional.empty());
    return outcome instanceof Unreadable unreadable
            && !unreadable.reason().startsWith("not an MCP configuration")
        ? Optional.of(unreadable.reason())
        : Optional.empty();
  }

  @Test
  void all_of_the_suite_is_here() throws IOException {
    assertThat(names()).hasSize(318).containsAll(TOLERATED.keySet());
    assertThat(names().stream().map(name -> name.substring(0, 2)).collect(toSet()))
        .isEqualTo(Set.of("y_", "n_", "i_"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void what_is_json_is_read_and_what_is_not_is_rejected(String name) throws IOException {
    Optional<String> rejection = rejectionReason(name);

    if (name.startsWith("y_") || TOLERATED.containsKey(name)) {
      assertThat(rejection).as(TOLERATED.getOrDefault(name, "JSON")).isEmpty();
    } else if (name.startsWith("n_")) {
      assertThat(rejection).isPresent();
    }
    // The file may be full of secrets, so that nothing of it is quoted: only places are told.
    rejection.ifPresent(
        reason ->
            assertThat(reason)
                .matches(
                    "the file is (empty|binary, not text)"
                        + "|values are nested deeper than 200 levels"
                        + "|a second document begins at line \\d+; expected one per file"
                        + "|not valid JSON(: the file ends in the middle of a value)?"
                        + " \\(line \\d+, column \\d+\\)"));
  }
}
