package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientGlobsTest {
  private static final Path PROJECT = Path.of("/srv/project");

  @Test
  void every_location_of_the_catalog_is_matched_below_any_directory() {
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        String file = location.trail().replace("**", "a/b").replace('*', 'x');

        assertThat(matches(PROJECT, file)).as(file).isTrue();
        assertThat(matches(PROJECT, "sub/" + file)).as(file).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "mcp.json", "agents/x.md", ".cursor/x.md", "my.mcp.json"})
  void other_files_are_not_matched(String file) {
    assertThat(McpClients.ofPath(PROJECT.resolve(file))).isEmpty();
    assertThat(matches(PROJECT, file)).isFalse();
  }

  @Test
  void the_directory_can_be_the_folder_of_a_client() {
    assertThat(matches(Path.of("/home/ada/.cursor"), "mcp.json")).isTrue();
    assertThat(matches(Path.of("/home/ada/.claude/agents"), "x.md")).isTrue();
    assertThat(matches(Path.of("/home/ada/.claude"), "agents/x.md")).isTrue();
    assertThat(matches(Path.of("/home/ada/.cursor"), "x/mcp.json")).isFalse();
  }

  @Test
  void a_link_in_place_of_a_folder_is_matched() {
    assertThat(matches(PROJECT, "a/.cursor")).isTrue();
  }

  /** Git's pattern for any directories also matches none. */
  private static boolean matches(Path directory, String file) {
    for (String glob : McpClients.globsBelow(directory)) {
      String pattern = glob.toLowerCase(Locale.ROOT);
      Path path = Path.of("/" + file.toLowerCase(Locale.ROOT));
      if (FileSystems.getDefault().getPathMatcher("glob:/" + pattern).matches(path)
          || FileSystems.getDefault()
              .getPathMatcher("glob:" + ("/" + pattern).replace("/**/", "{/,/**/}"))
              .matches(path)) {
        return true;
      }
    }
    return false;
  }
}
