package io.svc.scanner.client;

import static io.svc.scanner.client.OperatingSystem.LINUX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigDiscoveryTest {

  static List<ExpectedPlace> expectedPlaces() {
    return ExpectedPlace.all();
  }

  @ParameterizedTest
  @MethodSource("expectedPlaces")
  void every_known_place_is_found_under_its_label(ExpectedPlace expected) {
    var machine = TestMachine.with(expected.system());
    var file = machine.create(expected.path());

    var found = machine.discovery().find();

    assertThat(found)
        .extracting(
            DiscoveredConfig::path,
            config -> config.client().label(),
            config -> config.location().scope(),
            config -> config.location().settingsFile())
        .containsExactly(tuple(file, expected.label(), expected.scope(), expected.settingsFile()));
  }

  @ParameterizedTest
  @EnumSource(OperatingSystem.class)
  void no_place_in_the_catalogue_lacks_its_line_in_the_table(OperatingSystem system) {
    var machine = TestMachine.with(system);
    ExpectedPlace.on(system).forEach(expected -> machine.create(expected.path()));

    var found = machine.discovery().find();

    assertThat(found)
        .extracting(DiscoveredConfig::location)
        .containsOnlyOnceElementsOf(locationsOn(system))
        .hasSameSizeAs(locationsOn(system));
  }

  @Test
  void files_come_by_client_then_scope_then_place_then_path() {
    var machine = TestMachine.with(LINUX);
    ExpectedPlace.on(LINUX).forEach(expected -> machine.create(expected.path()));
    machine.create("~/.codex/home.config.toml");

    var found = machine.discovery().find();

    assertThat(found)
        .extracting(config -> config.client().label())
        .isSortedAccordingTo(Comparator.comparingInt(McpClients.labels()::indexOf));
    assertThat(found)
        .filteredOn(config -> config.client().label().equals("codex"))
        .extracting(DiscoveredConfig::path)
        .containsExactly(
            machine.path("./.codex/config.toml"),
            machine.path("./.codex/hooks.json"),
            machine.path("~/.codex/config.toml"),
            machine.path("~/.codex/home.config.toml"),
            machine.path("~/.codex/work.config.toml"),
            machine.path("~/.codex/hooks.json"),
            machine.path("~/.codex/plugins/cache/market/linter/.mcp.json"),
            machine.path("/etc/codex/config.toml"));
  }

  @Test
  void the_places_of_a_client_come_nearest_first_with_their_stars() {
    var kiro = McpClients.byLabel("kiro").orElseThrow();

    assertThat(TestMachine.with(LINUX).discovery().locationsOf(kiro))
        .containsExactly(
            "/srv/shop/.kiro/settings/mcp.json",
            "/srv/shop/.kiro/agents/*.json",
            "/srv/shop/.kiro/hooks/*.kiro.hook",
            "/home/me/.kiro/settings/mcp.json",
            "/home/me/.kiro/agents/*.json",
            "/home/me/.kiro/hooks/*.kiro.hook");
    assertThat(TestMachine.with(OperatingSystem.WINDOWS).discovery().locationsOf(kiro))
        .containsExactly(
            "C:/shop/.kiro/settings/mcp.json",
            "C:/shop/.kiro/agents/*.json",
            "C:/shop/.kiro/hooks/*.kiro.hook",
            "C:/Users/me/.kiro/settings/mcp.json",
            "C:/Users/me/.kiro/agents/*.json",
            "C:/Users/me/.kiro/hooks/*.kiro.hook");
  }

  @ParameterizedTest
  @EnumSource(OperatingSystem.class)
  void the_places_of_all_clients_are_those_that_are_checked(OperatingSystem system) {
    var discovery = TestMachine.with(system).discovery();
    var places = new java.util.HashSet<String>();
    McpClients.all().forEach(client -> places.addAll(discovery.locationsOf(client)));

    assertThat(places).hasSize(discovery.locationCount()).doesNotContain("//");
  }

  @Test
  void a_machine_without_clients_has_nothing_to_find() {
    assertThat(TestMachine.with(LINUX).discovery().find()).isEmpty();
  }

  @Test
  void a_folder_with_a_config_files_name_is_not_found() {
    var machine = TestMachine.with(LINUX);
    machine.create("~/.cursor/mcp.json/notes.txt");

    assertThat(machine.discovery().find()).isEmpty();
  }

  @Test
  void a_linked_file_is_found_under_the_name_of_the_link() throws IOException {
    var machine = TestMachine.with(LINUX);
    var target = machine.create("~/dotfiles/cursor.json");
    var link = machine.path("~/.cursor/mcp.json");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, target);

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(link);
  }

  @Test
  void a_file_that_two_places_link_to_is_found_once_at_the_first() throws IOException {
    var machine = TestMachine.with(LINUX);
    var file = machine.create("./.cursor/mcp.json");
    Files.createDirectories(machine.path("~/.cursor"));
    Files.createSymbolicLink(machine.path("~/.cursor/mcp.json"), file);

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @Test
  void a_link_to_nothing_is_not_found() throws IOException {
    var machine = TestMachine.with(LINUX);
    Files.createDirectories(machine.path("~/.cursor"));
    Files.createSymbolicLink(machine.path("~/.cursor/mcp.json"), machine.path("~/gone.json"));

    assertThat(machine.discovery().find()).isEmpty();
  }

  @Test
  void the_home_folder_as_project_gives_each_file_once() {
    var machine = TestMachine.with(LINUX);
    var file = machine.create("~/.cursor/mcp.json");

    var found = machine.discoveryIn(machine.home()).find();

    assertThat(found)
        .extracting(DiscoveredConfig::path, config -> config.location().scope())
        .containsExactly(tuple(file, ConfigScope.PROJECT));
  }

  @Test
  void a_relative_project_gives_absolute_paths() {
    var machine = TestMachine.with(LINUX);
    var project = machine.path("shop/.");
    var file = machine.create("shop/.cursor/mcp.json").toAbsolutePath();

    var found = machine.discoveryIn(project).find();

    assertThat(found).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @ParameterizedTest
  @EnumSource(OperatingSystem.class)
  void every_location_on_the_system_is_a_place_checked(OperatingSystem system) {
    var machine = TestMachine.with(system);

    assertThat(machine.discovery().locationCount()).isEqualTo(locationsOn(system).size());
  }

  @Test
  void a_place_that_is_both_project_and_home_is_counted_once() {
    var machine = TestMachine.with(LINUX);

    assertThat(machine.discoveryIn(machine.home()).locationCount())
        .isLessThan(machine.discovery().locationCount());
  }

  @Test
  void this_machine_is_checked_with_its_own_folders(@TempDir Path project) throws IOException {
    var file = Files.createFile(project.resolve(".mcp.json"));

    assertThat(ConfigDiscovery.onThisMachine(project).find())
        .extracting(DiscoveredConfig::path)
        .contains(file);
  }

  private static List<ConfigLocation> locationsOn(OperatingSystem system) {
    List<ConfigLocation> locations = new ArrayList<>();
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        if (location.isOn(system)) {
          locations.add(location);
        }
      }
    }
    return locations;
  }

  @Test
  void one_folder_of_a_project_can_be_looked_into_wherever_it_leads(@TempDir Path directory)
      throws IOException {
    Path shared = Files.createDirectories(directory.resolve("shared/settings"));
    Files.writeString(shared.resolveSibling("mcp.json"), "{}");
    Files.writeString(shared.resolve("mcp.json"), "{}");
    Path project = Files.createDirectories(directory.resolve("project"));
    Path cursor = Files.createSymbolicLink(project.resolve(".cursor"), directory.resolve("shared"));
    Path kiro = Files.createSymbolicLink(project.resolve(".kiro"), directory.resolve("shared"));

    assertThat(ConfigDiscovery.filesInProjectFolder(cursor))
        .containsExactly(cursor.resolve("mcp.json"));
    assertThat(ConfigDiscovery.filesInProjectFolder(kiro))
        .containsExactly(kiro.resolve("settings/mcp.json"));
    assertThat(ConfigDiscovery.filesInProjectFolder(project)).isEmpty();
  }
}
