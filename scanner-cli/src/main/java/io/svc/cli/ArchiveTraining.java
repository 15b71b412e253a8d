package io.svc.cli;

import io.svc.cli.console.ProcessContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The training run for the class data sharing archive that the launcher stores: the JVM records the
 * classes that a scan loads. It runs the most common commands on a temporary file and prints
 * nothing.
 */
final class ArchiveTraining {
  /** Hidden: only the launcher passes it. */
  static final String OPTION = "--cds-train";

  private static final String SAMPLE =
      """
      {"mcpServers": {
        "files": {"command": "npx", "args": ["-y", "@scope/server@1.2.3", "--token", "<token>"],
                  "env": {"API_KEY": "${API_KEY}", "DATABASE_URL": "postgres://u:%1$s@db.internal/x",
                          "GITHUB_TOKEN": "ghp_%1$s", "OTHER_TOKEN": "%1$s"}},
        "shell": {"command": "sh", "args": ["-c", "npx some-server"], "autoApprove": ["read"]},
        "remote": {"type": "http", "url": "http://mcp.internal/mcp?x=1",
                   "headers": {"Authorization": "Bearer %1$s"}},
        "python": {"command": "uvx", "args": ["acme-mcp==1.0.0", "--host", "127.0.0.1"],
                   "env": {"HTTPS_PROXY": "http://proxy.internal:3128", "LOG_LEVEL": "info",
                           "OPENAI_BASE_URL": "https://llm.internal/v1"}},
        "container": {"command": "docker",
                      "args": ["run", "-i", "--rm", "-v", "/srv/data:/data", "-e", "TOKEN", "acme/mcp:1.0"],
                      "description": "Reads and writes the notes of the whole team."},
        "own": {"command": "node", "args": ["./server.js", "--dir", "${workspaceFolder}"]},
        "hosted": {"url": "https://mcp.acme.example/v1/mcp"},
        "broken": 1}}
      """;

  private ArchiveTraining() {}

  private static String sampleSecret() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder secret = new StringBuilder();
    while (secret.length() < 36) {
      int character = random.nextInt('0', 'z' + 1);
      if (Character.isLetterOrDigit(character)) {
        secret.append((char) character);
      }
    }
    return secret.toString();
  }

  static void run(ProcessContext surroundings) {
    try {
      Path directory = Files.createTempDirectory("svc-preflight-training");
      Path file = directory.resolve("mcp.json");
      try {
        // Not a literal, so that secret scanners do not report this source file.
        String secret = sampleSecret();
        Files.writeString(file, SAMPLE.formatted(secret), StandardCharsets.UTF_8);
        ProcessContext quiet =
            new ProcessContext(
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                new ByteArrayOutputStream(),
                false,
                false,
                surroundings.directory(),
                directory,
                surroundings.user(),
                surroundings.system(),
                surroundings.environment(),
                surroundings.clock());
        String path = file.toString();
        Main.run(new String[] {"scan", "--config", path}, quiet);
        Main.run(new String[] {"scan", "--config", path, "--format", "table"}, quiet);
        Main.run(new String[] {"scan", "--config", path, "--format", "markdown"}, quiet);
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      // Without the archive, the command only starts more slowly.
    }
  }
}
