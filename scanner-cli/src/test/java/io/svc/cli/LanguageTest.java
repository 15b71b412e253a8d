package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts avoid the wordings in {@code benchmarks/language/words.tsv}. */
@Tag("thorough")
class LanguageTest {
  private record Run(int exit, String output) {}

  @TempDir private static Path classes;

  @BeforeAll
  static void compile() {
    Path source = Path.of(System.getProperty("project.root"), "benchmarks/language/Language.java");
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", classes.toString(), source.toString());
    assertThat(exit).isZero();
  }

  private static Run measure(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", classes.toString(), "Language"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(Path.of(System.getProperty("project.root")).toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  @Test
  void each_category_has_at_most_one_odd_wording_per_1000_words() throws Exception {
    Run run = measure("--verbose");

    assertThat(run.output()).contains("\ndocumentation", "\nopenapi", "\ninterface", "\nmessages");
    assertThat(run.exit()).as(run.output()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "documentation, docs/a.md, Whoever is told of it reads this.",
    "openapi, server-lite/src/main/resources/openapi/a.yaml, 'description: What it stands for.'",
    "interface, server-lite/src/main/resources/web/a.js, const text = \"Nobody was told.\";",
    "messages, a/src/main/java/A.java, String text = \"Nobody was told.\";",
    "messages, server-lite/src/main/resources/compliance/a.json, '\"description\": \"Agents are"
        + " dealt with.\"'",
    "javadoc, a/src/main/java/A.java, /** One that goes on. */",
  })
  void reports_an_odd_wording_with_its_place(
      String category, String file, String text, @TempDir Path root) throws Exception {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), "\n" + text + "\n");

    Run run = measure("--verbose", "--root=" + root, category);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.output()).contains(file + ":2: [");
  }

  @Test
  void code_is_not_measured(@TempDir Path root) throws Exception {
    Files.writeString(root.resolve("a.md"), "Use `told` here.\n```\nwhoever\n```\n");

    assertThat(measure("--root=" + root, "documentation").exit()).isZero();
  }
}
