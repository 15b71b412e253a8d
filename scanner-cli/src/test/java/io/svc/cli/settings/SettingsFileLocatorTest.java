package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.OperatingSystem;
import io.svc.scanner.client.UserDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileLocatorTest {
  @TempDir private Path directory;
  private Path home;
  private Path repository;
  private Path below;

  @BeforeEach
  void createRepository() throws IOException {
    home = directory.resolve("home");
    repository = home.resolve("work/repository");
    below = Files.createDirectories(repository.resolve("a/b"));
    Files.createDirectories(repository.resolve(".git"));
  }

  @Test
  void the_nearest_settings_up_to_the_root_of_the_repository_count() throws IOException {
    write(repository);
    assertThat(project(below)).isEqualTo(repository);
    assertThat(project(repository)).isEqualTo(repository);

    write(repository.resolve("a"));
    assertThat(project(below)).isEqualTo(repository.resolve("a"));
    assertThat(project(repository)).isEqualTo(repository);
  }

  @Test
  void nothing_above_the_repository_counts() throws IOException {
    write(repository.getParent());

    assertThat(project(below)).isEqualTo(below);
  }

  @Test
  void a_worktree_has_a_file_where_a_repository_has_a_directory() throws IOException {
    Path worktree = Files.createDirectories(repository.resolve("tree/x")).getParent();
    Files.writeString(worktree.resolve(".git"), "gitdir: elsewhere\n");
    write(repository);

    assertThat(project(worktree.resolve("x"))).isEqualTo(worktree.resolve("x"));
  }

  @Test
  void without_a_repository_only_the_directory_itself_counts() throws IOException {
    Path plain = Files.createDirectories(directory.resolve("plain/a"));
    write(plain.getParent());

    assertThat(project(plain)).isEqualTo(plain);
    assertThat(project(plain.getParent())).isEqualTo(plain.getParent());
  }

  @Test
  void the_home_directory_is_no_project_of_what_is_in_it() throws IOException {
    Files.createDirectories(home.resolve(".git"));
    Files.delete(repository.resolve(".git"));
    write(home);

    assertThat(project(below)).isEqualTo(below);
    assertThat(project(home)).isEqualTo(home);
  }

  @ParameterizedTest
  @CsvSource({
    "LINUX,   '',      '',        /home/d/.config/svc-preflight/config.yaml",
    "LINUX,   /xdg,    '',        /xdg/svc-preflight/config.yaml",
    "LINUX,   rel,     '',        /home/d/.config/svc-preflight/config.yaml",
    "MACOS,   '',      '',        /home/d/Library/Application Support/svc-preflight/config.yaml",
    "MACOS,   /xdg,    '',        /xdg/svc-preflight/config.yaml",
    "WINDOWS, '',      '',        /home/d/AppData/Roaming/svc-preflight/config.yaml",
    "WINDOWS, '',      /roaming,  /roaming/svc-preflight/config.yaml",
    "WINDOWS, /xdg,    /roaming,  /xdg/svc-preflight/config.yaml"
  })
  void the_user_has_a_file_where_the_system_keeps_such(
      OperatingSystem system, String xdg, String appdata, String file) {
    Path found =
        SettingsFileLocator.ofUser(
            new UserDirectories(
                system, Path.of("/home/d"), Map.of("XDG_CONFIG_HOME", xdg, "APPDATA", appdata)));

    assertThat(found).isEqualTo(Path.of(file));
  }

  private Path project(Path from) {
    return SettingsFileLocator.projectOf(from, home);
  }

  private static void write(Path project) throws IOException {
    Files.createDirectories(project.resolve(".svc"));
    Files.writeString(project.resolve(".svc/preflight.yaml"), "");
  }
}
