package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWrapperDetectorTest {
  private final ShellWrapperDetector detector = new ShellWrapperDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh|-c|node server.js",
        "/bin/sh|-c|node server.js",
        "bash|-c|npx -y tavily-mcp@0.1.3",
        "bash|-lc|node server.js",
        "bash|-l|-c|node server.js",
        "zsh|-ic|node server.js",
        "C:\\Program Files\\Git\\bin\\bash.exe|-c|node server.js",
        "fish|-c|node server.js",
        "env|FOO=1|bash|-c|node server.js",
        "wsl.exe|bash|-c|node server.js",
        "sudo|-E|sh|-c|node server.js",
        "powershell|-Command|node server.js",
        "powershell.exe|-NoProfile|-command|node server.js",
        "pwsh|-c|node server.js",
        "powershell|-EncodedCommand|bgBvAGQAZQA=",
        "powershell|-enc|bgBvAGQAZQA=",
        "cmd|/c|node server.js && del x",
        "cmd|/c|server.exe",
        "cmd.exe|/C|type x | node server.js",
        "cmd|/s|/c|acme.bat",
        "cmd|/k|acme.bat"
      })
  void a_shell_in_between_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(line.split("\\|", 5))))
        .containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd|/c|npx|-y|@acme/mcp@1.0.0",
        "cmd|/C|npx -y @acme/mcp@1.0.0",
        "cmd.exe|/c|npx.cmd|-y|@acme/mcp@1.0.0",
        "C:\\Windows\\System32\\cmd.exe|/c|uvx|acme",
        "cmd|/c|npx|-y|acme|--api-key|${input:key}"
      })
  void the_way_in_which_windows_starts_a_package_is_a_note(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.words(line.split("\\|", -1))))
        .containsExactly(INFO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx|-y|acme",
        "bash|server.sh",
        "sh|./run.sh|-c|config.json",
        "powershell|-File|server.ps1",
        "node|-c|server.js",
        "python|-c|print()",
        "docker|run|acme|sh",
        "bashful|-c|x"
      })
  void a_program_started_directly_is_not(String line) {
    assertThat(detector.detect(TestConfigs.words(line.split("\\|", -1)))).isEmpty();
  }

  @Test
  void shells_within_shells_are_one_finding() {
    var subject = TestConfigs.words("sh", "-c", "bash -c 'sh -c \"node server.js\"'");

    assertThat(detector.detect(subject)).hasSize(1);
  }

  @Test
  void names_the_shell_and_points_at_its_script() {
    var detection = detector.detect(TestConfigs.words("/bin/bash", "-lc", "node x.js")).get(0);

    assertThat(detection.detail())
        .isEqualTo(
            "The server is started through `bash -lc`, so a command line in a string determines"
                + " what runs.");
    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/1");
  }
}
