package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  @TempDir private Path directory;
  private CommandRun command;
  private Path file;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    file = command.project().resolve(".svc/preflight.yaml");
  }

  @Test
  void the_file_is_written_and_what_to_do_next_is_stated() throws IOException {
    Result result = command.run("init");

    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("Written: " + file + "\n")
        .contains("svc-preflight baseline create", "svc-preflight config show");
    assertThat(Files.readString(file)).isEqualTo(SettingsTemplate.of(SettingsKeys.all(), true));
  }

  @Test
  void the_file_that_was_written_changes_nothing() {
    command.file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"/tmp/a\"}}}");
    Result before = command.run("scan", "-t");

    command.run("init");
    Result after = command.run("scan", "-t");

    assertThat(after).isEqualTo(before);
  }

  @Test
  void a_file_that_is_there_is_replaced_only_by_force() throws IOException {
    command.file(".svc/preflight.yaml", "org_id: mine\n");

    Result rejected = command.run("init");
    assertThat(rejected.exitCode()).isEqualTo(2);
    assertThat(rejected.err())
        .isEqualTo("error: " + file + " already exists; use --force to replace it\n");
    assertThat(file).hasContent("org_id: mine\n");

    assertThat(command.run("init", "--force").exitCode()).isZero();
    assertThat(Files.readString(file)).doesNotContain("mine");
  }

  @Test
  void a_directory_of_a_project_gets_settings_of_its_own_only_by_force() throws IOException {
    Files.createDirectories(command.project().resolve(".git"));
    Files.createDirectories(command.project().resolve("a"));
    command.run("init");

    Result rejected = command.from("a").run("init");

    assertThat(rejected.exitCode()).isEqualTo(2);
    assertThat(rejected.err()).contains("belongs to the project with " + file);
    assertThat(command.run("init", "--force").exitCode()).isZero();
    assertThat(command.project().resolve("a/.svc/preflight.yaml")).exists();
  }

  @Test
  void it_is_printed_without_being_written() {
    Result result = command.run("init", "--stdout");

    assertThat(result.out()).isEqualTo(SettingsTemplate.of(SettingsKeys.all(), true));
    assertThat(file).doesNotExist();
    assertThat(command.run("init", "--stdout", "--force").exitCode()).isEqualTo(2);
  }

  @Test
  void a_user_gets_a_file_where_it_is_read() throws IOException {
    Path own = command.home().resolve(".config/svc-preflight/config.yaml");

    Result result = command.run("init", "--user");

    assertThat(result.out()).startsWith("Written: " + own + "\n");
    assertThat(Files.readString(own)).isEqualTo(SettingsTemplate.of(SettingsKeys.all(), false));
    assertThat(command.run("init", "--user").exitCode()).isEqualTo(2);
    assertThat(command.run("config", "show").out()).contains(own + "  (read)");
  }
}
