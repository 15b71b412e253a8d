package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What fuzzing has found worth keeping, tried again; {@code benchmarks/fuzz/run} finds more. */
@Tag("thorough")
class FuzzCorpusTest {
  private static final Path CORPUS =
      Path.of(System.getProperty("project.root", ".."), "scanner-cli/src/test/resources/fuzz");

  static List<String> names() {
    return FuzzTargets.names();
  }

  private static List<Path> inputs(String name) throws IOException {
    try (Stream<Path> files = Files.list(CORPUS.resolve(name))) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void a_fuzz_target_passes_on_its_corpus(String name) throws Exception {
    FuzzTarget target = FuzzTargets.of(name);
    List<Path> inputs = inputs(name);

    assertThat(inputs).isNotEmpty();
    for (Path input : inputs) {
      try {
        target.run(Files.readAllBytes(input));
      } catch (Exception | Error e) {
        throw new AssertionError(input.toString(), e);
      }
    }
  }

  @Test
  void every_corpus_has_a_target() throws IOException {
    try (Stream<Path> directories = Files.list(CORPUS)) {
      assertThat(directories.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(names());
    }
  }
}
