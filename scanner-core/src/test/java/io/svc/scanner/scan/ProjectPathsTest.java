package io.svc.scanner.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectPathsTest {

  @ParameterizedTest
  @CsvSource({
    ".mcp.json, .mcp.json",
    "./.mcp.json, .mcp.json",
    "a/../.vscode/mcp.json, .vscode/mcp.json",
    "/home/me/shop/.mcp.json, .mcp.json",
    "/home/me/shop/./a/.mcp.json, a/.mcp.json",
    "/home/me/shop, ''",
    "../bank/.mcp.json, ~/bank/.mcp.json",
    "/home/me/.claude.json, ~/.claude.json",
    "/home/me/shopping/.mcp.json, ~/shopping/.mcp.json",
    "/home/you/.claude.json, /home/you/.claude.json",
    "/home/me2/.claude.json, /home/me2/.claude.json",
    "/etc/codex/config.toml, /etc/codex/config.toml",
    "/home/me/../you/x, /home/you/x",
    "~/x, ~/x",
  })
  void a_file_is_named_from_the_project_or_the_home(String path, String name) {
    var files = Jimfs.newFileSystem(Configuration.unix());
    var paths = new ProjectPaths(files.getPath("/home/me/shop"), files.getPath("/home/me"));

    assertThat(paths.display(path)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    ".vscode\\mcp.json, .vscode/mcp.json",
    ".vscode/mcp.json, .vscode/mcp.json",
    "C:\\Users\\me\\shop\\.vscode\\mcp.json, .vscode/mcp.json",
    "c:\\users\\ME\\shop\\.mcp.json, .mcp.json",
    "C:\\Users\\me\\.cursor\\mcp.json, ~/.cursor/mcp.json",
    "C:\\ProgramData\\x.json, C:/ProgramData/x.json",
    "D:\\x.json, D:/x.json",
  })
  void names_have_slashes_on_windows_too(String path, String name) {
    var files = Jimfs.newFileSystem(Configuration.windows());
    var paths =
        new ProjectPaths(files.getPath("C:\\Users\\me\\shop"), files.getPath("C:\\Users\\me"));

    assertThat(paths.display(path)).isEqualTo(name);
  }

  @Test
  void a_name_that_no_file_can_have_stays_as_it_is() {
    var files = Jimfs.newFileSystem(Configuration.unix());
    var paths = new ProjectPaths(files.getPath("/home/me/shop"), files.getPath("/home/me"));

    assertThat(paths.display("a\0b")).isEqualTo("a\0b");
  }

  @Test
  void project_and_home_are_created_absolute() {
    var paths = new ProjectPaths(Path.of("a/.."), Path.of("home"));

    assertThat(paths)
        .isEqualTo(
            new ProjectPaths(Path.of("").toAbsolutePath(), Path.of("home").toAbsolutePath()));
  }

  @Test
  void a_project_that_is_the_home_names_files_from_itself() {
    var files = Jimfs.newFileSystem(Configuration.unix());
    var paths = new ProjectPaths(files.getPath("/home/me"), files.getPath("/home/me"));

    assertThat(paths.display("/home/me/.claude.json")).isEqualTo(".claude.json");
  }

  @Test
  void a_file_of_the_repository_above_the_project_is_named_relative_to_the_project() {
    Path root = Path.of("/home/d/shop");
    ProjectPaths paths = new ProjectPaths(root.resolve("web/src"), Path.of("/home/d"), root);

    assertThat(paths.display("/home/d/shop/.mcp.json")).isEqualTo("../../.mcp.json");
    assertThat(paths.display("/home/d/shop/web/src/.mcp.json")).isEqualTo(".mcp.json");
    assertThat(paths.display("/home/d/other/.mcp.json")).isEqualTo("~/other/.mcp.json");
    assertThat(paths.locate("../../.mcp.json").normalize()).isEqualTo(root.resolve(".mcp.json"));
    assertThat(paths.rootOf(root.resolve(".vscode/mcp.json"))).isEqualTo(root);
  }
}
