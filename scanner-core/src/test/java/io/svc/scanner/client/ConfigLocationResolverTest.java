package io.svc.scanner.client;

import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigLocationResolverTest {

  @Test
  void xdg_config_home_moves_the_files_of_those_who_honour_it() {
    var machine = TestMachine.with(LINUX).set("XDG_CONFIG_HOME", "/data/config");
    machine.create("~/.config/zed/settings.json");
    var file = machine.create("/data/config/zed/settings.json");

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @Test
  void codex_home_moves_the_files_of_codex() {
    var machine = TestMachine.with(LINUX).set("CODEX_HOME", "/data/codex");
    machine.create("~/.codex/config.toml");
    var file = machine.create("/data/codex/config.toml");

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @Test
  void a_variable_that_is_no_absolute_path_counts_as_unset() {
    var machine = TestMachine.with(LINUX).set("XDG_CONFIG_HOME", "config").set("CODEX_HOME", "\0");
    var codex = machine.create("~/.codex/config.toml");
    var zed = machine.create("~/.config/zed/settings.json");

    assertThat(machine.discovery().find())
        .extracting(DiscoveredConfig::path)
        .containsExactly(codex, zed);
  }

  @Test
  void windows_variables_move_files_however_they_are_capitalised() {
    var machine =
        TestMachine.with(WINDOWS).set("APPDATA", "C:\\Roaming").set("PROGRAMDATA", "C:\\All");
    var desktop = machine.create("C:/Roaming/Claude/claude_desktop_config.json");
    var codex = machine.create("C:/All/OpenAI/Codex/config.toml");

    assertThat(machine.discovery().find())
        .extracting(DiscoveredConfig::path)
        .containsExactly(desktop, codex);
  }
}
