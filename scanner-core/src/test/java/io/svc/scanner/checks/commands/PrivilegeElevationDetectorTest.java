package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivilegeElevationDetectorTest {
  private final PrivilegeElevationDetector detector = new PrivilegeElevationDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sudo|acme-mcp",
        "/usr/bin/sudo|-E|acme-mcp",
        "sudo|-u|root|docker|run|acme/mcp",
        "sudo acme-mcp",
        "doas|acme-mcp",
        "pkexec|acme-mcp",
        "su|-|root|-c|acme-mcp",
        "runas|/user:Administrator|acme.exe",
        "RunAs.exe|/user:Administrator|acme.exe",
        "C:\\Program Files\\gsudo\\gsudo.exe|acme.exe",
        "run0|acme-mcp",
        "env|FOO=1|sudo|acme-mcp",
        "nohup|sudo|acme-mcp",
        "sh|-c|sudo acme-mcp",
        "bash|-lc|cd /srv && sudo -E acme-mcp",
        "bash|-c|FOO=1 sudo acme-mcp",
        "bash|-c|FOO='a b' BAR=$(date) sudo acme-mcp",
        "bash|-c|echo pass \u0007 sudo -S acme-mcp",
        "bash|-c|set -e\nsudo acme-mcp",
        "bash|-c|if true; then sudo acme-mcp; fi",
        "bash|-c|(sudo acme-mcp)",
        "bash|-c|{ sudo acme-mcp; }",
        "bash|-c|! sudo acme-mcp",
        "bash|-c|exec sudo acme-mcp",
        "bash|-c|env -i sudo acme-mcp",
        "bash|-c|acme-mcp --key \"$(sudo cat /etc/acme.key)\"",
        "bash|-c|acme-mcp --key `sudo cat /etc/acme.key`",
        "bash|-c|bash -c 'sudo acme-mcp'",
        "bash|-c|curl -s https://acme.test/key \\\n  > key; sudo acme-mcp",
        "cmd|/c|runas /user:Administrator acme.exe",
        "cmd|/c|cd|C:\\acme|&&|gsudo|acme.exe",
        "powershell|-Command|Start-Process acme.exe -Verb RunAs",
        "powershell.exe|-NoProfile|-Command|start acme.exe -verb:'runas'",
        "powershell|Start-Process|acme.exe|-Verb|RunAs",
        "pwsh|-c|sudo ./acme",
        "cmd|/c|powershell -Command \"Start-Process acme.exe -Verb RunAs\"",
        "osascript|-e|do shell script \"acme\" with administrator privileges",
        "ssh|build.acme.test|sudo acme-mcp",
        "ssh|-i|~/.ssh/id|me@build.acme.test|sudo|acme-mcp",
        "wsl|sudo|acme-mcp",
        "timeout|30|sudo|acme-mcp",
        "op|run|--|sudo|acme-mcp",
        "npx|-y|bridge@1.0.0|--stdio|sudo acme-mcp"
      })
  void the_rights_of_another_user_are_seen(String line) {
    var words = line.replace("\u0007", "&").split("\\|", -1);

    assertThat(TestConfigs.severities(detector, TestConfigs.words(words))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sudoku-mcp",
        "npx|-y|sudo-mcp",
        "node|sudo.js",
        "node|server.js|sudo",
        "acme-mcp|--allow|sudo,doas",
        "acme-mcp|--user|su",
        "acme-mcp|--deny|sudo *",
        "docker|run|--user|root|acme/mcp",
        "docker|run|-u|0|acme/mcp",
        "docker|exec|box|--|sudo|acme-mcp",
        "kubectl|exec|-i|pod|--|sudo|acme-mcp",
        "sh|-c|acme-mcp --mode sudo",
        "sh|-c|acme-mcp --lang su # sudo",
        "sh|-c|echo 'never use; sudo' && acme-mcp",
        "sh|-c|SUDO=1 acme-mcp",
        "bash|-c|/opt/sudo/acme-mcp",
        "bash|sudo.sh",
        "cmd|/c|npx|-y|acme-mcp|runas",
        "powershell|-Command|Start-Process acme.exe -Verb Open",
        "powershell|-Command|./acme.exe -Verbose RunAs",
        "osascript|-e|display dialog \"administrator\"",
        "ssh|sudo.acme.test|acme-mcp",
        "ssh|-l|sudo|build.acme.test|acme-mcp",
        "su-exec|acme|acme-mcp"
      })
  void ones_own_rights_are_not(String line) {
    assertThat(detector.detect(TestConfigs.words(line.split("\\|", -1)))).isEmpty();
  }

  @Test
  void twice_in_one_server_is_one_finding() {
    assertThat(detector.detect(TestConfigs.words("sudo", "bash", "-c", "sudo acme-mcp")))
        .hasSize(1);
  }

  @Test
  void a_remote_server_has_none() {
    assertThat(detector.detect(TestConfigs.url("https://mcp.acme.test/sudo"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "sudo acme-mcp, sudo, /mcpServers/probe/command",
    "env A=b doas acme-mcp, doas, /mcpServers/probe/args/1",
    "timeout 5 sudo acme-mcp, sudo, /mcpServers/probe/args/1",
    "cmd /c runas acme.exe, runas, /mcpServers/probe/args/1"
  })
  void names_the_program_and_points_at_it(String line, String program, String pointer) {
    var detection = detector.detect(TestConfigs.command(line)).get(0);

    assertThat(detection.location().pointer()).isEqualTo(pointer);
    assertThat(detection.detail())
        .isEqualTo(
            "The server is started through `"
                + program
                + "`, so it runs with the privileges of another user, typically an administrator.");
  }
}
