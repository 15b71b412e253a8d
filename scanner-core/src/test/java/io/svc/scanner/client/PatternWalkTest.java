package io.svc.scanner.client;

import static io.svc.scanner.client.OperatingSystem.LINUX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PatternWalkTest {

  @Test
  void a_file_where_a_folder_should_be_is_passed_over() {
    var machine = TestMachine.with(LINUX);
    machine.create("~/.codex/plugins");
    machine.create("./.continue/mcpServers");
    var file = machine.create("~/.codex/config.toml");

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_folder_that_cannot_be_listed_is_passed_over(@TempDir Path folder) throws IOException {
    Files.createFile(folder.resolve("github.yaml"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("-wx------"));
    // The superuser may list every folder.
    assumeThat(Files.isReadable(folder)).isFalse();

    assertThat(PatternWalk.filesBelow(folder, List.of("*.yaml"))).isEmpty();
  }

  @Test
  void plugins_are_searched_six_folders_deep() {
    var machine = TestMachine.with(LINUX);
    var sixDeep = machine.create("~/.claude/plugins/cache/1/2/3/4/5/6/.mcp.json");
    machine.create("~/.claude/plugins/cache/1/2/3/4/5/6/7/.mcp.json");

    assertThat(machine.discovery().find())
        .extracting(DiscoveredConfig::path)
        .containsExactly(sixDeep);
  }

  @Test
  void plugins_are_not_searched_past_two_thousand_entries() {
    var machine = TestMachine.with(LINUX);
    for (int i = 0; i < 2_100; i++) {
      machine.create("~/.claude/plugins/cache/plugin-" + i + "/.mcp.json");
    }

    assertThat(machine.discovery().find()).hasSize(2_000);
  }

  @Test
  void linked_folders_among_plugins_are_not_entered() throws IOException {
    var machine = TestMachine.with(LINUX);
    var file = machine.create("~/.claude/plugins/cache/linter/.mcp.json");
    Files.createSymbolicLink(
        machine.path("~/.claude/plugins/cache/again"), machine.path("~/.claude/plugins"));

    assertThat(machine.discovery().find()).extracting(DiscoveredConfig::path).containsExactly(file);
  }
}
