package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/faults.md says of a disk that is full or cannot be written to. */
@Tag("thorough")
class DiskFullIT {
  private static final int MEBIBYTES = 100;

  @TempDir private Path directory;

  @Test
  void on_a_full_disk_writes_are_rejected_reads_continue_and_nothing_acknowledged_is_lost()
      throws Exception {
    int tries = Integer.getInteger("trust.tries", 300);
    try (SmallDisk disk =
            SmallDisk.mountAt(Files.createDirectory(directory.resolve("d")), MEBIBYTES);
        PackagedServer server = PackagedServer.start(directory, disk.path().resolve("data"))) {
      Client admin = server.admin();
      String org = admin.get("/api/admin/tenant").json().at("/tenant/id").asText();
      String key = key(admin);
      Client agent = server.visitor().with("X-Api-Key", key);
      assertThat(agent.post("/v1/eval", call(-1)).status()).isEqualTo(200);
      disk.fillBut(300_000);

      Set<String> acknowledged = new TreeSet<>();
      int rejected = 0;
      for (int i = 0; rejected < tries; i++) {
        assertThat(i).as("decisions until %d were refused", tries).isLessThan(20 * tries);
        Answer answer = agent.post("/v1/eval", call(i));
        if (answer.status() == 200) {
          acknowledged.add(answer.json().path("decision_id").asText());
        } else {
          assertThatTheStoreIsBlamed(answer);
          rejected++;
        }
      }
      List<Answer> created =
          repeatUntilRejected(() -> admin.post("/api/admin/api-keys", Map.of("name", "one more")));
      repeatUntilRejected(
          () ->
              agent.post(
                  "/api/v1/mcp/reports", Reports.withOneFinding(org, Severity.HIGH, "server")));
      assertThat(admin.get("/api/admin/tenant").status()).isEqualTo(200);
      assertThat(decisions(admin)).containsAll(acknowledged);
      assertThat(admin.get("/").status()).isEqualTo(200);
      assertThat(admin.get("/healthz").status()).isEqualTo(200);
      assertThat(admin.get("/metrics").status()).isEqualTo(200);
      awaitUnready(admin, agent, acknowledged);
      assertFailedBackupLeavesNoFiles(disk);

      disk.free();
      Answer first = agent.post("/v1/eval", call(-2));
      assertThat(first.status()).as("without a restart").isEqualTo(200);
      acknowledged.add(first.json().path("decision_id").asText());
      awaitReady(admin);
      assertThat(decisions(admin)).containsAll(acknowledged);
      assertThat(created)
          .allSatisfy(
              answer ->
                  assertThat(admin.get("/api/admin/api-keys?limit=500").toString())
                      .contains(answer.json().at("/apiKey/id").asText()));
      assertThat(admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
      assertThat(server.err().lines().count()).as(server.err()).isLessThan(40);
      assertThat(server.err()).contains("SQLITE_FULL").doesNotContain("Exception", "\tat ");
      server.terminate();
      assertThat(server.exitCode()).isZero();
      System.out.printf(
          "disk: %d refused and %d acknowledged on a full disk, 0 lost, %d lines logged%n",
          rejected, acknowledged.size(), server.err().lines().count());
    }
  }

  @Test
  void a_directory_that_cannot_be_written_to_is_rejected_in_a_sentence() throws Exception {
    try (SmallDisk disk = SmallDisk.mountAt(Files.createDirectory(directory.resolve("r")), 20)) {
      Path data = disk.path().resolve("data");
      try (PackagedServer server = PackagedServer.start(directory, data)) {
        server.terminate();
        server.exitCode();
      }
      disk.makeReadOnly();
      try (PackagedServer server =
          PackagedServer.launch(directory, "--port", "0", "--data-dir", data.toString())) {
        assertThat(server.exitCode()).isEqualTo(2);
        assertThat(server.out()).isEmpty();
        assertThat(server.err())
            .contains("error: the data directory", "cannot be written to")
            .doesNotContain("Exception", "\tat ");
      }
    }
  }

  private void assertFailedBackupLeavesNoFiles(SmallDisk disk) throws Exception {
    Path backup = disk.path().resolve("backup.zip");
    try (PackagedServer verb =
        PackagedServer.launch(
            directory,
            "backup",
            backup.toString(),
            "--data-dir",
            disk.path().resolve("data").toString())) {
      assertThat(verb.exitCode()).isEqualTo(2);
      assertThat(verb.err()).contains("could not be written");
    }
    try (var remaining = Files.list(disk.path())) {
      assertThat(remaining.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("ballast", "data");
    }
  }

  /**
   * Makes a change until it is refused. A disk that refused a large change can have room for a
   * small one, and the log in front of the store gives room back whenever it starts over, so that
   * single changes may still be taken; those that were, which had better be kept, are returned.
   */
  private static List<Answer> repeatUntilRejected(Supplier<Answer> change) {
    List<Answer> created = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Answer answer = change.get();
      if (answer.status() != 201) {
        assertThatTheStoreIsBlamed(answer);
        return created;
      }
      created.add(answer);
    }
    throw new AssertionError("the disk took " + created.size() + " changes and is not full");
  }

  /** Goes on with decisions, so that what room there is gets taken, until the server says so. */
  private static void awaitUnready(Client admin, Client agent, Set<String> acknowledged)
      throws InterruptedException {
    JsonNode ready = admin.get("/readyz").json();
    for (int i = 0; i < 100 && !"failed".equals(ready.at("/checks/database").asText()); i++) {
      Answer answer = agent.post("/v1/eval", call(1_000_000 + i));
      if (answer.status() == 200) {
        acknowledged.add(answer.json().path("decision_id").asText());
      } else {
        assertThatTheStoreIsBlamed(answer);
      }
      Thread.sleep(100);
      ready = admin.get("/readyz").json();
    }
    assertThat(ready.at("/checks/database").asText()).as(ready.toString()).isEqualTo("failed");
  }

  static void assertThatTheStoreIsBlamed(Answer answer) {
    assertThat(answer.status()).as(answer.toString()).isEqualTo(503);
    assertThat(answer.code()).isEqualTo("store_unavailable");
    assertThat(answer.header("Retry-After")).contains("5");
  }

  static void awaitReady(Client client) throws InterruptedException {
    for (int i = 0; i < 600 && client.get("/readyz").status() != 200; i++) {
      Thread.sleep(100);
    }
    assertThat(client.get("/readyz").status()).isEqualTo(200);
  }

  static String key(Client admin) {
    return admin
        .post(
            "/api/admin/api-keys",
            Map.of("name", "agent", "scopes", List.of("eval:write", "reports:write")))
        .json()
        .path("key")
        .asText();
  }

  static Map<String, Object> call(int i) {
    return Map.of(
        "agent_id",
        "bot",
        "run_id",
        "run",
        "action",
        Map.of("type", "tool_call", "tool", "bash", "arguments", Map.of("n", Integer.toString(i))));
  }

  static Set<String> decisions(Client admin) {
    Set<String> found = new HashSet<>();
    String cursor = "";
    do {
      JsonNode page = admin.get("/api/v1/governance/execution?limit=500" + cursor).json();
      page.path("decisions").forEach(decision -> found.add(decision.path("id").asText()));
      cursor = page.path("cursor").isNull() ? "" : "&cursor=" + page.path("cursor").asText();
    } while (!cursor.isEmpty());
    return found;
  }
}
