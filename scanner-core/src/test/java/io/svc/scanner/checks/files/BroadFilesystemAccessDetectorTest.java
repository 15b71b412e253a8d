package io.svc.scanner.checks.files;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BroadFilesystemAccessDetectorTest {
  private static final String SERVER = "npx -y @modelcontextprotocol/server-filesystem ";

  private final BroadFilesystemAccessDetector detector = new BroadFilesystemAccessDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "C:\\",
        "C:/",
        "C:",
        "D:\\",
        "~",
        "~/",
        "$HOME",
        "${HOME}",
        "%USERPROFILE%",
        "${userHome}",
        "${env:HOME}",
        "/home/me",
        "/home/me/",
        "/Users/me",
        "C:\\Users\\me",
        "c:/users/me/",
        "/root",
        "/home",
        "/Users",
        "C:\\Users",
        "/mnt/c",
        "/mnt/c/Users/me",
        "file:///",
        "E:\\Users\\me"
      })
  void a_file_server_that_is_handed_everything_is_seen(String path) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(SERVER + path)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".",
        "./",
        "/home/me/project",
        "~/project",
        "${workspaceFolder}",
        "/Users/me/Documents/x",
        "C:\\Users\\me\\project",
        "/Users/Shared",
        "C:\\Users\\Public",
        "/data",
        "D:\\work",
        "$HOME/project",
        "%USERPROFILE%\\project"
      })
  void a_file_server_that_is_handed_a_project_is_not(String path) {
    assertThat(detector.detect(TestConfigs.command(SERVER + path))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uvx mcp-server-git --repository /",
        "npx @wonderwhy-er/desktop-commander ~",
        "rust-mcp-filesystem --allow-write /",
        "server --root /",
        "server --allowed-directories /",
        "npx -y notes-mcp@1.0.0 /",
        "uvx notes-mcp==1.0.0 serve /home/me",
        "node /opt/notes/server.js -- ~",
        "server --allowed-dir=/home/me",
        "server --directory C:\\",
        "docker run -i --mount type=bind,src=/home/me,dst=/projects mcp/filesystem /projects"
      })
  void every_way_of_handing_it_over_counts(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "ALLOWED_DIRECTORIES, /",
    "ALLOWED_DIRECTORIES, '/data,/home/me'",
    "ALLOWED_PATHS, /data:/home/me:/srv",
    "ALLOWED_DIRS, C:\\Users\\me;D:\\work",
    "FS_ROOT, ~",
    "ROOT_DIR, C:\\"
  })
  void a_variable_may_hand_it_over(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i --mount type=bind,src=/home/me/x,dst=/ mcp/filesystem /",
        "weather-server /",
        "npx -y weather-mcp@1.0.0 --prefix /",
        "uvx weather-mcp==1.0.0 --root-path /",
        "node /opt/weather/server.js /srv/weather",
        "sh -c 'cd / && find / -name x && npx -y weather-mcp@1.0.0'",
        "node server.js --base-path /",
        "curl-server --url /"
      })
  void a_server_that_works_on_no_files_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"command\": \"x\", \"allowedDirectories\": [\"/\"]} | 1",
        "{\"command\": \"x\", \"allowed_directories\": [\"/srv\", \"~\"]} | 1",
        "{\"command\": \"x\", \"config\": {\"allowedPaths\": \"/:/home/me\"}} | 1",
        "{\"command\": \"x\", \"allowedDirectories\": [\"/srv/crm\", \"${workspaceFolder}\"]} | 0",
        "{\"command\": \"x\", \"blockedDirectories\": [\"/\"]} | 0",
        "{\"command\": \"x\", \"config\": {\"rootPath\": \"/\", \"basePath\": \"/\"}} | 0"
      })
  void a_setting_of_the_entry_may_list_directories(String entry, int findings) {
    assertThat(detector.detect(TestConfigs.server(entry))).hasSize(findings);
  }

  @Test
  void the_name_of_the_server_shows_what_it_works_on() {
    var subject =
        TestConfigs.of(
            "{\"mcpServers\": {\"filesystem\": {\"command\": \"x\", \"args\": [\"/\"]}}}");

    assertThat(detector.detect(subject)).hasSize(1);
  }

  @Test
  void each_directory_is_a_finding_of_its_own() {
    var detections = detector.detect(TestConfigs.command(SERVER + "/ /srv /home/me"));

    assertThat(detections)
        .extracting(DetectedProblem::detail)
        .containsExactly(
            "The server can access `/`, the entire file system.",
            "The server can access `/home/me`, an entire home directory.");
  }
}
