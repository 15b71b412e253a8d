package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuspiciousPathDetectorTest {
  private final SuspiciousPathDetector detector = new SuspiciousPathDetector();

  @ParameterizedTest
  @CsvSource({
    "/tmp/server, a temporary directory",
    "/var/tmp/x/server, a temporary directory",
    "/private/tmp/server, a temporary directory",
    "/var/folders/ab/cd/T/server, a temporary directory",
    "%TEMP%\\server.exe, a temporary directory",
    "%TMP%\\server.exe, a temporary directory",
    "C:\\Users\\me\\AppData\\Local\\Temp\\server.exe, a temporary directory",
    "c:/users/me/appdata/local/temp/server.exe, a temporary directory",
    "${TMPDIR}/server, a temporary directory",
    "$env:TEMP\\server.exe, a temporary directory",
    "/home/me/Downloads/server, a download directory",
    "~/Downloads/server, a download directory",
    "C:\\Users\\me\\Downloads\\server.exe, a download directory",
    "%USERPROFILE%\\Downloads\\server.exe, a download directory",
    "/home/me/.hidden/server, a hidden directory",
    "~/.cache/server, a hidden directory",
    "C:\\Users\\me\\.stash\\server.exe, a hidden directory",
    "/home/me/.local/share/Trash/files/server, the trash",
    "/Users/me/.Trash/server, the trash",
    "C:\\$Recycle.Bin\\S-1\\server.exe, the trash",
    "../server, a path that leaves its directory",
    "/opt/app/../../home/me/server, a path that leaves its directory",
    "..\\..\\server.exe, a path that leaves its directory"
  })
  void a_program_in_an_unusual_directory_is_reported(String path, String reason) {
    var detections = detector.detect(TestConfigs.words(path));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).detail())
        .isEqualTo("The server is loaded from `" + path + "`, " + reason + ".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dev/shm/server",
        "/run/shm/server",
        "/Users/Shared/server",
        "C:\\Users\\Public\\server.exe",
        "C:\\Windows\\Temp\\server.exe",
        "\\\\files\\share\\server.exe",
        "//files/share/server.exe"
      })
  void a_place_that_others_may_write_to_is_worse(String path) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(path))).containsExactly(HIGH);
  }

  @Test
  void a_file_that_others_may_write_to_is_worse() {
    var subject =
        TestConfigs.at(
            Path.of("mcp.json"),
            "{\"mcpServers\": {\"x\": {\"command\": \"/tmp/server\"}}}",
            Optional.empty(),
            path -> path.equals("/tmp/server"));

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node /tmp/server.js",
        "python3 /tmp/server.py",
        "python3.12 -u /tmp/server.py",
        "python -m pip /dev/null /tmp/x",
        "uv run /tmp/server.py",
        "uv run --directory /tmp/project server.py",
        "java -jar /tmp/server.jar",
        "node --enable-source-maps /tmp/server.js",
        "bash /tmp/server.sh",
        "bash -c /tmp/server",
        "deno run -A /tmp/server.ts",
        "npx tsx /tmp/server.ts",
        "env NODE_ENV=production node /tmp/server.js",
        "cmd /c C:\\Temp\\server.bat",
        "powershell -File C:\\Users\\me\\AppData\\Local\\Temp\\server.ps1",
        "uvx --from /tmp/project server"
      })
  void the_script_of_an_interpreter_counts_as_the_program(String line) {
    var subject = TestConfigs.command(line);
    int expected = line.contains("-m pip") ? 0 : 1;

    assertThat(detector.detect(subject)).hasSize(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y @acme/mcp",
        "/usr/local/bin/server",
        "/opt/homebrew/bin/npx -y acme",
        "C:\\Program Files\\nodejs\\npx.cmd",
        "./server",
        "bin/server",
        "/home/me/projects/server/build/index.js",
        "node C:/Users/me/.antigravity/extensions/acme-1.0/mcp/server.cjs",
        "/home/me/.nvm/versions/node/v22.1.0/bin/node index.js",
        "/home/me/.local/bin/uvx acme",
        "~/.bun/bin/bunx acme",
        "~/.cargo/bin/server",
        "/home/me/project/.venv/bin/python server.py",
        "/home/me/project/.venv-3.12/bin/python server.py",
        "C:\\Users\\me\\.dotnet\\tools\\server.exe",
        "/Users/me/.claude/plugins/x/server",
        "node /home/me/project/server.js /tmp/data",
        "server --log /tmp/server.log",
        "uvx acme --cache /var/tmp/x",
        "uvx --from git+https://git.acme.test/x/../y acme",
        "python -m acme.server /tmp",
        "\\\\.\\pipe\\server",
        "\\\\wsl$\\Ubuntu\\home\\me\\server",
        "${workspaceFolder}/build/server",
        "/tmpfiles/server",
        "/home/me/downloadsx/server"
      })
  void a_program_in_its_usual_place_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void a_remote_server_is_loaded_from_nowhere() {
    assertThat(detector.detect(TestConfigs.url("https://x.test/tmp/.hidden/mcp"))).isEmpty();
  }
}
