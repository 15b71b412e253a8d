package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Identifiers;
import io.svc.server.testing.Client;
import io.svc.server.testing.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first use of the service: the packaged command scans and uploads, and the team sees. */
@Tag("thorough")
class UploadIT {
  /** Drawn anew for each run, so that nothing in the tree looks like a secret. */
  private static final String CANARY =
      new Identifiers(Clock.systemUTC())
          .random("ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789", 24);

  private static final Path COMMAND =
      Path.of(System.getProperty("project.root"), "scanner-cli", "target", "svc-preflight");

  @TempDir Path directory;

  @BeforeAll
  static void findCommand() {
    if (!Files.isExecutable(COMMAND)) {
      throw Prerequisite.missing("the packaged svc-preflight is not built");
    }
  }

  @Test
  void a_report_scanned_on_a_laptop_is_seen_by_the_team() throws Exception {
    try (PackagedServer server = PackagedServer.start(directory, directory.resolve("data"))) {
      Client admin = server.admin();
      String org = admin.get("/api/admin/tenant").json().path("tenant").path("id").asText();
      String key =
          admin.post("/api/admin/api-keys", Map.of("name", "laptop")).json().path("key").asText();

      config(
          "\"env\": {\"DATABASE_URL\": \"postgres://app:"
              + CANARY
              + "@db.internal/orders\"}, \"command\": \"npx\"");
      String first = scanAndUpload(server, org, key);
      JsonNode before = admin.get("/api/mcp").json().path("servers");
      config("\"command\": \"npx\", \"args\": [\"-y\", \"pkg@1.0.0\"]");
      scanAndUpload(server, org, key);
      JsonNode findings = admin.get("/api/mcp/findings?finding_type=hardcoded_secret").json();

      assertThat(first).contains("accepted");
      assertThat(before).hasSize(2);
      assertThat(before.findValuesAsText("name")).containsExactlyInAnyOrder("github", "clean");
      assertThat(findings.path("findings").findValuesAsText("status")).containsExactly("fixed");
      assertThat(admin.post("/api/mcp/baseline", Map.of("all", true)).status()).isEqualTo(200);
      config("\"command\": \"bash\", \"args\": [\"-c\", \"true\"]");
      scanAndUpload(server, org, key);
      assertThat(
              admin
                  .get("/api/mcp/baseline/diff")
                  .json()
                  .path("modified_assets")
                  .findValuesAsText("server_name"))
          .containsExactly("github");
    }
    assertNothingContains(CANARY);
  }

  private void config(String github) throws IOException {
    Files.writeString(
        directory.resolve(".mcp.json"),
        "{\"mcpServers\": {\"github\": {"
            + github
            + "}, \"clean\": {\"command\": \"/usr/bin/mcp-clean\"}}}",
        UTF_8);
  }

  private String scanAndUpload(PackagedServer server, String org, String key) throws Exception {
    run(key, 0, "scan", ".mcp.json", "--inventory", "--org-id", org, "--exit-zero", "-o", "r.json");
    return run(key, 0, "upload", "r.json", "--url", server.address().toString());
  }

  private String run(String key, int expected, String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of(COMMAND.toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("SVC_API_KEY", key);
    builder.environment().put("SVC_PREFLIGHT_NO_CACHE", "1");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(expected);
    return output;
  }

  private void assertNothingContains(String canary) throws IOException {
    try (var files = Files.walk(directory.resolve("data"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
            .as(file.getFileName().toString())
            .doesNotContain(canary);
      }
    }
  }
}
