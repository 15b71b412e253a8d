package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shipped command over files of the JSON parsing test suite that have brought others down. */
class PackagedJsonIT {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", ".."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  private static final List<String> FILES =
      List.of(
          "n_structure_100000_opening_arrays.json",
          "n_structure_open_array_object.json",
          "i_structure_500_nested_arrays.json",
          "i_number_huge_exp.json",
          "i_string_UTF-16LE_with_BOM.json",
          "n_array_invalid_utf8.json",
          "n_structure_null-byte-outside-string.json",
          "n_structure_no_data.json");

  @Test
  void each_is_told_in_a_line_without_a_stack_trace() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("scan"));
    FILES.forEach(name -> arguments.addAll(List.of("--config", name)));

    var result =
        PackagedCommand.jvm(Path.of(System.getProperty("java.home")), "-Xmx64m", "-Xss512k")
            .run(SUITE, arguments.toArray(String[]::new));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(FILES).doesNotContain("Exception", "Error", "\tat ");
  }
}
