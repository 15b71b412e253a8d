package io.svc.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.client.OperatingSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisoryFileTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "LINUX, , , home/.local/share/svc-preflight/advisories.index",
    "LINUX, , data, data/svc-preflight/advisories.index",
    "MACOS, , , home/Library/Application Support/svc-preflight/advisories.index",
    "MACOS, , data, data/svc-preflight/advisories.index",
    "WINDOWS, , , home/AppData/Local/svc-preflight/advisories.index",
    "WINDOWS, local, , local/svc-preflight/advisories.index",
    "WINDOWS, local, data, data/svc-preflight/advisories.index",
    "LINUX, local, , home/.local/share/svc-preflight/advisories.index"
  })
  void each_system_has_its_place_for_data(
      OperatingSystem system, String localAppData, String xdgDataHome, String expected) {
    Map<String, String> environment =
        Map.of(
            "LOCALAPPDATA", localAppData == null ? "" : directory.resolve(localAppData).toString(),
            "XDG_DATA_HOME", xdgDataHome == null ? "" : directory.resolve(xdgDataHome).toString());

    assertThat(AdvisoryFile.of(surroundings(system, environment)))
        .isEqualTo(directory.resolve(expected));
  }

  @Test
  void without_a_file_there_are_the_shipped_ones_only() {
    List<AdvisoryIndex> lists =
        AdvisoryFile.reader(surroundings(OperatingSystem.LINUX, Map.of())).get();

    assertThat(lists).extracting(AdvisoryIndex::date).containsExactly(shippedDate());
  }

  @Test
  void the_users_follow_the_shipped_ones_and_are_read_once() throws IOException {
    ProcessContext surroundings = surroundings(OperatingSystem.LINUX, Map.of());
    Path file = AdvisoryFile.of(surroundings);
    Files.createDirectories(file.getParent());
    Files.writeString(file, AdvisoryIndex.encode("2026-01-31", "a test", Map.of()));
    Supplier<List<AdvisoryIndex>> reader = AdvisoryFile.reader(surroundings);

    List<AdvisoryIndex> lists = reader.get();
    Files.delete(file);

    assertThat(lists).extracting(AdvisoryIndex::date).containsExactly(shippedDate(), "2026-01-31");
    assertThat(reader.get()).isSameAs(lists);
  }

  @Test
  void a_file_that_cannot_be_read_is_reported() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("advisories.index"));

    assertThatThrownBy(() -> AdvisoryFile.readFile(folder))
        .isInstanceOf(UserErrorException.class)
        .hasMessage(
            "cannot read the advisories at " + folder + ": it is a directory; expected a file");
  }

  private static String shippedDate() {
    return RuleCatalog.advisories().date();
  }

  private ProcessContext surroundings(OperatingSystem system, Map<String, String> environment) {
    return new ProcessContext(
        InputStream.nullInputStream(),
        new ByteArrayOutputStream(),
        new ByteArrayOutputStream(),
        false,
        false,
        directory,
        directory.resolve("home"),
        "dana",
        system,
        environment,
        Clock.systemUTC());
  }
}
