package io.svc.scanner.redact;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome.Parsed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random values in the shape of secrets, and the secrets that a finder sees in a config file. */
final class TestSecrets {
  private TestSecrets() {}

  /** A template such as <code>ghp_{{base62:36}}</code>, filled. */
  static String of(String template) {
    return of(template, 7);
  }

  static String of(String template, long seed) {
    return SampleTemplate.fill(template, new Random(seed));
  }

  static McpConfig config(String json) {
    var outcome =
        ConfigReader.read(
            Path.of("mcp.json"), json.getBytes(StandardCharsets.UTF_8), Optional.empty());
    return ((Parsed) outcome).config();
  }

  static List<FoundSecret> find(McpConfig config) {
    return new SecretFinder(TestRules.formats()).find(config);
  }

  /** A value of a file in which no secret was found. */
  static ConfigText anyValue() {
    return config("{\"mcpServers\": {\"x\": {\"command\": \"x\"}}}")
        .servers()
        .get(0)
        .launch()
        .words()
        .get(0)
        .origin();
  }

  /** The secrets of a server with one environment variable. */
  static List<FoundSecret> findInEnv(String name, String value) {
    return find(
        config(
            """
            {"mcpServers": {"x": {"command": "x", "env": {"%s": "%s"}}}}
            """
                .formatted(name, value.replace("\\", "\\\\").replace("\"", "\\\""))));
  }
}
