package io.svc.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.OperatingSystem;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void a_short_scan_shows_nothing() {
    try (Progress progress = Progress.of(surroundings(true, Map.of()), name -> name, 2)) {
      progress.done(Path.of("a"));
    }

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void a_long_scan_shows_how_far_it_is_and_cleans_up() throws InterruptedException {
    try (Progress progress =
        Progress.of(surroundings(true, Map.of()), name -> name.replace("key", "***"), 7)) {
      progress.done(Path.of("first"));
      progress.done(Path.of("d\u001b[2J/key.json"));
      for (int i = 0; i < 100 && err.size() == 0; i++) {
        Thread.sleep(100);
      }
    }

    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("\r\u001b[Kscanning 2/7 files  d\\u{1b}[2J/***.json")
        .endsWith("\r\u001b[K");
  }

  @ParameterizedTest
  @CsvSource({"abc,3,abc", "abcd,3,…cd", "漢字,4,漢字", "漢字,3,…字", "abc,1,…", "abc,0,''", "😀😀,3,…😀"})
  void a_name_keeps_its_end(String name, int columns, String shown) {
    assertThat(Progress.shortened(name, columns)).isEqualTo(shown);
  }

  @Test
  void only_a_person_at_a_capable_terminal_watches() {
    assertThat(surroundings(true, Map.of()).isInteractive()).isTrue();
    assertThat(surroundings(false, Map.of()).isInteractive()).isFalse();
    assertThat(surroundings(true, Map.of("CI", "true")).isInteractive()).isFalse();
    assertThat(surroundings(true, Map.of("TERM", "dumb")).isInteractive()).isFalse();
  }

  private ProcessContext surroundings(boolean isTerminal, Map<String, String> environment) {
    return new ProcessContext(
        InputStream.nullInputStream(),
        new ByteArrayOutputStream(),
        err,
        false,
        isTerminal,
        Path.of(""),
        Path.of("/home/dana"),
        "dana",
        OperatingSystem.LINUX,
        environment,
        Clock.systemUTC());
  }
}
