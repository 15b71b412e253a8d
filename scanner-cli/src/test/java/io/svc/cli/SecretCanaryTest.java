package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun.Result;
import io.svc.report.Renderers;
import io.svc.rules.SampleTemplate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants secrets wherever one can stand and searches every byte that comes out. */
@Tag("thorough")
class SecretCanaryTest {
  private final Random random = new Random(42);
  private final List<String> canaries = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void no_secret_is_in_any_output() throws IOException {
    CommandRun command = new CommandRun(directory);
    command.file(".mcp.json", canaryInAllFields());
    command.file(".vscode/mcp.json", inInputs());
    command.file(".codex/config.toml", inToml());
    command.homeFile(".config/goose/config.yaml", inYaml());
    List<String> outputs = new ArrayList<>();

    for (String format : Renderers.formats()) {
      outputs.add(all(command.run("scan", "--format", format)));
      outputs.add(all(command.run("scan", "--format", format, "--include-assets")));
    }
    outputs.add(all(command.run("fix")));
    outputs.add(all(command.run("fix", "--check")));
    outputs.add(all(command.run("clients", "--all")));
    outputs.add(all(command.run("clients", "--format", "json")));
    outputs.add(all(command.run("doctor")));
    outputs.add(all(command.run("baseline", "create", "--track-values")));
    command.file(".mcp.json", canaryInAllFields());
    for (String format : Renderers.formats()) {
      outputs.add(all(command.run("baseline", "diff", "--format", format)));
      outputs.add(all(command.run("scan", "--format", format)));
    }

    assertThat(canaries).hasSizeGreaterThan(40);
    assertThat(outputs).allSatisfy(this::assertNoCanary);
    assertThat(written(command)).allSatisfy(this::assertNoCanary);
    assertThat(outputs.get(0)).contains("hardcoded_secret");
  }

  @Test
  void no_secret_is_in_a_message_about_a_file_that_cannot_be_read() {
    CommandRun command = new CommandRun(directory);
    List<String> outputs = new ArrayList<>();

    for (String text : unreadable()) {
      for (String name : List.of("mcp.json", "config.toml", "config.yaml", "plain")) {
        Path file = command.file(name, text);
        outputs.add(all(command.run("scan", "--config", file.toString())));
        outputs.add(all(command.run("baseline", "create", "--config", file.toString())));
        command.file(".mcp.json", text);
        outputs.add(all(command.run("clients")));
        outputs.add(all(command.run("doctor")));
      }
    }
    Path named = command.file(knownFormatSecret() + "/mcp.json", "{");
    outputs.add(all(command.run("scan", "--config", named.toString())));
    outputs.add(all(command.run("scan", "--config", named + ".none")));

    assertThat(outputs).allSatisfy(this::assertNoCanary);
    assertThat(outputs.get(0)).contains("hardcoded_secret: ").contains("ghp_***");
  }

  private String canaryInAllFields() {
    return """
    {"mcpServers": {
      "env": {"command": "node", "env": {
        "GITHUB_TOKEN": "%s", "API_KEY": "%s", "DB_PASSWORD": "%s",
        "DATABASE_URL": "postgres://app:%s@db.internal/app",
        "HEADERS_JSON": "{\\"Authorization\\": \\"Bearer %s\\"}",
        "WITH_DEFAULT": "${TOKEN:-%s}"}},
      "args": {"command": "npx", "args": ["-y", "pkg", "--api-key", "%s", "--token=%s", "-e",
        "SECRET_KEY=%s", "--header", "Authorization: Bearer %s", "%s",
        "https://user:%s@host.example.com/x?token=%s"]},
      "shell": {"command": "bash", "args": ["-lc", "export API_TOKEN=%s && npx x --password %s"]},
      "line": {"command": "npx -y pkg --api-key %s"},
      "remote": {"url": "http://u:%s@mcp.example.com/mcp?api_key=%s&x=1",
        "headers": {"Authorization": "Bearer %s", "X-Api-Key": "%s"}},
      "other": {"command": "node", "apiKey": "%s", "auth": {"token": "%s"},
        "autoApprove": ["%s"], "description": "use %s"},
      "%s": {"command": "node"},
      "skipped": {"token": "%s"},
      "wrong": {"command": "node", "env": [["API_TOKEN=%s"]], "args": {"token": "%s"},
        "headers": "Authorization: Bearer %s"},
      "listed": {"command": ["node", "--secret", "%s"], "env": ["AUTH_TOKEN=%s"]}},
     "bearerKeys": [{"token": "%s"}]}
    """
        .formatted(
            knownFormatSecret(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            knownFormatSecret(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            knownFormatSecret(),
            knownFormatSecret(),
            knownFormatSecret(),
            random(),
            random(),
            random(),
            random(),
            random(),
            random(),
            knownFormatSecret());
  }

  private String inInputs() {
    return """
    {"inputs": [{"id": "api-token", "type": "promptString", "default": "%s"}],
     "servers": {"x": {"type": "http", "url": "https://x.example.com",
       "requestOptions": {"headers": {"X-Auth-Token": "%s"}}}}}
    """
        .formatted(random(), random());
  }

  private String inToml() {
    return """
    [mcp_servers.x]
    command = "node"
    args = ["--api-key", "%s"]
    [mcp_servers.x.env]
    TOKEN = "%s"
    [mcp_servers.y]
    url = "https://y.example.com/mcp"
    http_headers = { Authorization = "Bearer %s" }
    """
        .formatted(random(), knownFormatSecret(), random());
  }

  private String inYaml() {
    return """
    extensions:
      x:
        type: stdio
        cmd: node
        args: ["--token", "%s"]
        envs:
          SECRET: %s
    """
        .formatted(random(), knownFormatSecret());
  }

  private List<String> unreadable() {
    return List.of(
        "{\"mcpServers\": {\"x\": {\"env\": {\"T\": \""
            + knownFormatSecret()
            + "\" \""
            + random()
            + "\"}}}",
        "{\"mcpServers\": {\"x\": " + random() + "}}",
        "key = [" + random() + "\n" + knownFormatSecret() + ": : :\n\t- " + knownFormatSecret(),
        knownFormatSecret(),
        "\"" + knownFormatSecret() + "\"",
        "{\"password\": \"" + knownFormatSecret() + "\"}");
  }

  /** A secret of a known format. */
  private String knownFormatSecret() {
    return remember("ghp_" + SampleTemplate.fill("{{base62:36}}", random));
  }

  /** A secret that only its name and its randomness tell. */
  private String random() {
    return remember(SampleTemplate.fill("{{base62:28}}", random));
  }

  private String remember(String canary) {
    canaries.add(canary);
    return canary;
  }

  private void assertNoCanary(String output) {
    for (String canary : canaries) {
      assertThat(output).doesNotContain(canary, canary.substring(6));
    }
  }

  private static String all(Result result) {
    return result.out() + result.err();
  }

  private static List<String> written(CommandRun command) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(command.project().resolve(".svc"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.add(Files.readString(file, StandardCharsets.UTF_8));
      }
    }
    return texts;
  }
}
