package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelativeBinaryPathDetectorTest {
  private final RelativeBinaryPathDetector detector = new RelativeBinaryPathDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "./server",
        "./bin/server|--stdio",
        "bin/server",
        "target/release/acme-mcp",
        "node_modules/.bin/acme-mcp",
        ".venv/bin/python|server.py",
        ".\\server.exe",
        "bin\\server.exe",
        "venv\\Scripts\\python.exe|-m|acme",
        "_build/server",
        "./${PLATFORM}/server",
        "./run.sh --stdio",
        "env|FOO=1|./server",
        "sudo|./server",
        "nice|./server",
        "sh|-c|./server",
        "bash|-lc|cd /srv && ./server --stdio",
        "bash|-c|FOO=1 bin/server",
        "bash|-c|export FOO=1\n./server",
        "bash|-c|if true; then ./server; fi",
        "bash|-c|(cd /srv && ./server)",
        "sh|-c|exec build/server",
        "cmd|/c|.\\server.bat",
        "cmd|/c|bin\\server.exe|--stdio",
        "powershell|-Command|& './server.exe'",
        "wsl|./server"
      })
  void a_program_found_by_way_of_the_current_directory_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(line.split("\\|", -1))))
        .containsExactly(LOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node|./server.js",
        "npx|-y|@acme/mcp",
        "npx|./packages/mcp",
        "python|src/server.py",
        "bash|./run.sh",
        "uv|run|./server.py",
        "go|run|./cmd/server",
        "docker|run|acme/mcp",
        "acme-mcp|./data",
        "server.exe|.\\data",
        "/usr/local/bin/server",
        "~/bin/server",
        "~me/bin/server",
        "$HOME/bin/server",
        "${HOME}/bin/server",
        "${workspaceFolder}/bin/server",
        "${CLAUDE_PLUGIN_ROOT}/server",
        "$(pwd)/server",
        "%APPDATA%\\acme\\server.exe",
        "{env:HOME}/bin/server",
        "{{ROOT}}/bin/server",
        "<path>/bin/server",
        "C:\\acme\\server.exe",
        "C:/acme/server.exe",
        "\\\\files\\tools\\server.exe",
        "path/to/server",
        "./path/to/server",
        "@acme/mcp",
        "https://acme.test/mcp",
        "sh|-c|/opt/server --config ./server.json",
        "sh|-c|cd packages/mcp && node server.js",
        "sh|-c|source .venv/bin/activate && python -m acme",
        "sh|-c|acme-mcp --filter \"(src/a|lib/b)\" # ./server",
        "sh|-c|acme-mcp $((8/2)) {src/a,src/b}",
        "sh|-c|\"$(dirname $0)/server\"",
        "env|-C|packages/mcp|node|server.js",
        "ssh|build.acme.test|./server"
      })
  void any_other_program_is_not(String line) {
    assertThat(detector.detect(TestConfigs.words(line.split("\\|", -1)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../server", "./../server", "bin/../../server", ".hidden/server"})
  void a_path_that_climbs_or_hides_is_left_to_suspicious_path(String command) {
    var subject = TestConfigs.words(command);

    assertThat(detector.detect(subject)).isEmpty();
    assertThat(new SuspiciousPathDetector().detect(subject)).hasSize(1);
  }

  @Test
  void several_in_one_script_are_one_finding() {
    assertThat(detector.detect(TestConfigs.words("sh", "-c", "./build && ./server"))).hasSize(1);
  }

  @Test
  void a_command_that_is_a_list_is_seen_at_its_first_word() {
    var detections = detector.detect(TestConfigs.server("{\"command\": [\"./server\", \"a/b\"]}"));

    assertThat(detections)
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/command/0");
  }

  @Test
  void names_the_program_and_points_at_it() {
    var detection = detector.detect(TestConfigs.words("env", "A=b", "./bin/server")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/1");
    assertThat(detection.detail())
        .isEqualTo(
            "The program `./bin/server` is resolved in the working directory of the client, so"
                + " another directory can provide a different program.");
  }

  @Test
  void a_remote_server_has_no_program() {
    assertThat(detector.detect(TestConfigs.url("https://mcp.acme.test/a/b"))).isEmpty();
  }
}
