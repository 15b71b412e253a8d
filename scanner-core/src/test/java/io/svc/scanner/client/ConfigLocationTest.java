package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLocationTest {

  private static final Set<OperatingSystem> LINUX = Set.of(OperatingSystem.LINUX);

  @Test
  void a_pattern_is_a_root_and_the_names_below_it() {
    var location =
        new ConfigLocation(
            ConfigScope.USER,
            LINUX,
            "{home}/.junie/mcp/mcp.json",
            false,
            false,
            FileKind.CLIENT_CONFIGURATION);

    assertThat(location.root()).isEqualTo("{home}");
    assertThat(location.trailNames()).containsExactly(".junie", "mcp", "mcp.json");
  }

  @Test
  void a_pattern_may_start_at_the_file_systems_root() {
    var location =
        new ConfigLocation(
            ConfigScope.SYSTEM,
            LINUX,
            "/etc/codex/config.toml",
            true,
            false,
            FileKind.CLIENT_CONFIGURATION);

    assertThat(location.root()).isEmpty();
    assertThat(location.trailNames()).containsExactly("etc", "codex", "config.toml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "mcp.json", "{home}", "{nowhere}/mcp.json", "~/mcp.json"})
  void a_pattern_must_start_with_a_known_variable_or_a_slash(String pattern) {
    assertThatThrownBy(
            () ->
                new ConfigLocation(
                    ConfigScope.USER, LINUX, pattern, false, false, FileKind.CLIENT_CONFIGURATION))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Pattern \"%s\" must start with '/' or one of ", pattern);
  }

  @Test
  void a_location_is_on_some_system() {
    assertThatThrownBy(
            () ->
                new ConfigLocation(
                    ConfigScope.USER,
                    Set.of(),
                    "/mcp.json",
                    false,
                    false,
                    FileKind.CLIENT_CONFIGURATION))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
