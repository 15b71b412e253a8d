package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ReadOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelocatedDirectoryTest {

  /** A place of the catalog that a variable concerns. */
  record Moved(
      OperatingSystem system, RelocatedDirectory place, McpClient client, ConfigLocation location) {

    /** A directory, or the file where the variable names one. */
    String value() {
      String root = system == OperatingSystem.WINDOWS ? "C:\\moved" : "/moved";
      return isFile() ? root + "/own-name.json" : root;
    }

    boolean isFile() {
      return place.to().isEmpty() && !place.from().endsWith("/");
    }

    String file() {
      String trail = location.pattern().substring(place.from().length());
      return isFile() ? value() : value() + "/" + example(place.to() + trail);
    }

    String ordinaryFile() {
      String app =
          switch (system) {
            case LINUX -> ".config";
            case MACOS -> "Library/Application Support";
            case WINDOWS -> "AppData/Roaming";
          };
      return example(location.pattern())
          .replace("{home}", "~")
          .replace("{config}", "~/.config")
          .replace("{appdata}", "~/" + app)
          .replace("{programdata}", "C:/ProgramData");
    }

    private static String example(String pattern) {
      return pattern.replace("/**", "/a").replace("*", "b");
    }

    @Override
    public String toString() {
      return system + " " + place.variable() + " " + location.pattern();
    }
  }

  static List<Moved> moved() {
    List<Moved> all = new ArrayList<>();
    for (OperatingSystem system : OperatingSystem.values()) {
      for (RelocatedDirectory place : RelocatedDirectory.all()) {
        for (McpClient client : McpClients.all()) {
          for (ConfigLocation location : client.locations()) {
            if (location.isOn(system) && place.covers(location)) {
              all.add(new Moved(system, place, client, location));
            }
          }
        }
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("moved")
  void a_file_is_found_where_its_variable_specifies(Moved moved) {
    var machine = TestMachine.with(moved.system()).set(moved.place().variable(), moved.value());
    Path file = machine.create(moved.file());

    assertThat(machine.discovery().find())
        .extracting(DiscoveredConfig::path, config -> config.client().label())
        .contains(tuple(file, moved.client().label()));
    assertThat(machine.discovery().locationsOf(moved.client()))
        .anyMatch(location -> location.startsWith(moved.value().replace('\\', '/')));
  }

  @ParameterizedTest
  @MethodSource("moved")
  void the_ordinary_place_is_searched_unless_the_client_no_longer_reads_it(Moved moved) {
    var machine = TestMachine.with(moved.system()).set(moved.place().variable(), moved.value());
    Path file = machine.create(moved.ordinaryFile());

    assertThat(
            machine.discovery().find().stream().map(DiscoveredConfig::path).anyMatch(file::equals))
        .isEqualTo(!moved.place().replaces());
  }

  @ParameterizedTest
  @MethodSource("moved")
  void a_moved_settings_file_may_lack_servers(Moved moved) {
    ReadOutcome outcome =
        ConfigReader.read(
            Path.of(moved.file().replace('\\', '/')),
            (moved.file().endsWith(".toml") ? "a = 1" : "{\"a\": 1}")
                .getBytes(StandardCharsets.UTF_8),
            Optional.of(moved.client().label()));

    boolean isOnlyForServers = !moved.location().settingsFile();
    boolean isRead = outcome instanceof ReadOutcome.Parsed;
    assertThat(isRead).isEqualTo(!isOnlyForServers);
  }

  @Test
  void every_entry_concerns_a_place_of_the_catalog() {
    List<Moved> all = moved();

    assertThat(RelocatedDirectory.all())
        .allSatisfy(place -> assertThat(all).anyMatch(moved -> moved.place().equals(place)));
    assertThat(all).hasSizeGreaterThan(80);
  }

  static Stream<String> variables() {
    return RelocatedDirectory.all().stream().map(RelocatedDirectory::variable).distinct();
  }

  @ParameterizedTest
  @MethodSource("variables")
  void a_variable_that_is_no_absolute_path_moves_nothing(String variable) {
    for (OperatingSystem system : OperatingSystem.values()) {
      for (String value : List.of("", "relative/dir", "~/dir", "\0")) {
        var machine = TestMachine.with(system).set(variable, value);

        assertThat(machine.discovery().locationCount())
            .isEqualTo(TestMachine.with(system).discovery().locationCount());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPENCLAW_STATE_DIR", "OPENCLAW_HOME"})
  void the_most_specific_variable_wins(String other) {
    var machine =
        TestMachine.with(OperatingSystem.LINUX)
            .set("OPENCLAW_CONFIG_PATH", "/claw/config.json")
            .set(other, "/other");
    machine.create("/other/openclaw.json");
    machine.create("/other/.openclaw/openclaw.json");
    Path file = machine.create("/claw/config.json");

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }
}
