package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.json.Json;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever was given an exported report, far from the server that made it. */
@Tag("thorough")
class ReportVerifyCommandTest {
  @TempDir private Path directory;
  @TempDir private Path otherPath;
  private String id;
  private String keyId;
  private String publicKey;

  @BeforeEach
  void export() throws IOException {
    try (TestServer server = TestServer.start(directory)) {
      Tenancy tenancy = new Tenancy(server);
      Client admin = tenancy.admin();
      tenancy.agentId();
      id = admin.post("/api/reports", Map.of("type", "posture")).json().at("/report/id").asText();
      Files.write(
          otherPath.resolve("report.json"), admin.get("/api/reports/" + id + "/export").bytes());
      byte[] keys = admin.get("/api/v1/governance/attestation/keys").bytes();
      Files.write(otherPath.resolve("keys.json"), keys);
      keyId =
          Json.readStored(new String(keys, StandardCharsets.UTF_8)).at("/keys/0/keyId").asText();
      publicKey =
          Json.readStored(new String(keys, StandardCharsets.UTF_8)).at("/keys/0/jwk/x").asText();
    }
  }

  private CommandRun.Result run(String... arguments) {
    return new CommandRun(otherPath).run(arguments);
  }

  @Test
  void a_report_as_it_was_exported_is_whole() {
    String line = "report.json: report " + id + ", 1 row, intact, signed with " + keyId + "\n";

    assertThat(run("report", "verify", "report.json", "--keys", "keys.json"))
        .isEqualTo(new CommandRun.Result(0, line, ""));
    assertThat(run("report", "verify", "--public-key", publicKey, "report.json"))
        .isEqualTo(new CommandRun.Result(0, line, ""));
  }

  @Test
  void a_report_that_was_changed_is_reported() throws IOException {
    Path file = otherPath.resolve("report.json");
    Files.writeString(file, Files.readString(file).replace("\"discovered\"", "\"production\""));

    CommandRun.Result result =
        run("report", "verify", "report.json", "--keys", "keys.json", "--format", "json");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(Json.readStored(result.out()).path("ok").asBoolean()).isFalse();
    assertThat(Json.readStored(result.out()).path("reason").asText())
        .isEqualTo("its rows differ from the signed rows");
  }

  @Test
  void another_key_is_none_of_ours() throws IOException {
    Path file = otherPath.resolve("keys.json");
    Files.writeString(file, Files.readString(file).replace(keyId, "atk_1"));

    assertThat(run("report", "verify", "report.json", "--keys", "keys.json").out())
        .contains(
            "NOT VERIFIED: it was signed with "
                + keyId
                + ", which is not one of the"
                + " specified keys");
  }

  @Test
  void what_cannot_be_read_and_no_keys_are_rejected() {
    assertThat(run("report", "verify", "report.json").err())
        .isEqualTo("error: use either --keys or --public-key\n");
    assertThat(run("report", "verify", "none.json", "--keys", "keys.json").err())
        .contains("\"none.json\" cannot be read");
    assertThat(run("report", "verify", "report.json", "--keys", "report.json").err())
        .contains("contains no public key");
  }
}
