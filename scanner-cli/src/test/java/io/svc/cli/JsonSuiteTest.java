package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.svc.baseline.BaselineException;
import io.svc.baseline.BaselineFile;
import io.svc.cli.upload.ReportFile;
import io.svc.cli.upload.UploadException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command reads of JSON, besides configs, over the JSON parsing test suite. */
class JsonSuiteTest {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", ".."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  /** A comma or a comment too many, or a byte that is no UTF-8: as in configs, which it reads. */
  private static final List<String> TOLERATED_IN_BASELINES =
      List.of(
          "n_array_extra_comma.json",
          "n_array_number_and_comma.json",
          "n_object_trailing_comma.json",
          "n_object_trailing_comment.json",
          "n_object_trailing_comment_slash_open.json",
          "n_structure_object_with_comment.json");

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SUITE)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_report_to_send_is_rejected_with_a_reason(String name) throws IOException {
    String text = new String(Files.readAllBytes(SUITE.resolve(name)), StandardCharsets.UTF_8);

    Throwable rejection = catchThrowable(() -> new ReportFile("r", Optional.of("o")).read(text));

    if (rejection == null) {
      // A list without reports holds nothing to send, which the command tells.
      assertThat(text.strip()).matches("\\[\\s*\\]");
    } else {
      assertThat(rejection).isInstanceOf(UploadException.class);
    }
    // A name twice in one object is refused here, as it is by the service.
    if (name.startsWith("y_") && !name.contains("duplicated_key") && rejection != null) {
      assertThat(rejection).hasMessageNotContaining("JSON at line");
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_baseline_is_rejected_with_a_reason(String name) {
    Throwable rejection = catchThrowable(() -> BaselineFile.read(SUITE.resolve(name)));

    assertThat(rejection).isInstanceOf(BaselineException.class);
    boolean isJson =
        !rejection.getMessage().contains("not valid JSON")
            && !rejection.getMessage().contains("cannot be read");
    if (name.startsWith("y_") || TOLERATED_IN_BASELINES.contains(name)) {
      assertThat(isJson).isTrue();
    } else if (name.startsWith("n_")) {
      assertThat(isJson).isFalse();
    }
  }

  @Test
  void a_scan_of_the_whole_suite_reports_each_file_that_is_no_config(@TempDir Path directory)
      throws IOException {
    CommandRun command = new CommandRun(directory);
    for (String name : names()) {
      Files.copy(SUITE.resolve(name), command.project().resolve(name));
    }
    String[] arguments = new String[1 + 2 * names().size()];
    arguments[0] = "scan";
    for (int i = 0; i < names().size(); i++) {
      arguments[1 + 2 * i] = "--config";
      arguments[2 + 2 * i] = names().get(i);
    }

    CommandRun.Result result = command.run(arguments);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("n_array_1_true_without_comma.json")
        .doesNotContain("Exception", "\tat ");
  }
}
