package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherSide;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Killed while it tells of alerts, the server tells of all, and never one by two identifiers. */
@Tag("thorough")
class OutboxIT {
  private static final int KILLS = 5;

  @TempDir private Path directory;

  /** The servers of the reports that were taken, each of which is one alert. */
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  @Test
  void every_stored_alert_is_delivered_however_often_the_server_is_killed() throws Exception {
    Path data = directory.resolve("data");
    Random random = new Random(11);
    String session = "";
    String org = "";
    String key = "";
    try (OtherSide hook = new OtherSide()) {
      for (int round = 0; round <= KILLS; round++) {
        try (PackagedServer server =
            PackagedServer.start(directory, data, "--egress-allow-private", "127.0.0.0/8")) {
          Client admin = round == 0 ? server.admin() : server.visitor();
          if (round == 0) {
            session = admin.cookie("svc_session");
            org = admin.get("/api/admin/tenant").json().at("/tenant/id").asText();
            key = key(admin);
            channel(admin, hook.url());
            deliverEachAlert(admin);
          }
          admin.setCookie("svc_session", session);
          if (round == KILLS) {
            assertAllDelivered(admin, hook);
            break;
          }
          // Some of them are in the middle of being told.
          hook.silent();
          raise(server, org, key, round, 20 + random.nextInt(60));
          hook.answersAgain();
          Thread.sleep(random.nextInt(200));
          server.kill();
        }
      }
    }
  }

  private static String key(Client admin) {
    return admin.post("/api/admin/api-keys", Map.of("name", "ci")).json().path("key").asText();
  }

  private static void channel(Client admin, String url) {
    Answer created =
        admin.post(
            "/api/admin/integrations",
            Map.of("type", "webhook", "name", "hook", "config", Map.of("url", url)));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  /** Each alert is told for itself, and not one for a group of them. */
  private static void deliverEachAlert(Client admin) {
    String rule = admin.get("/api/alerts/rules").json().at("/rules/0/id").asText();
    Answer changed =
        admin.put("/api/alerts/rules/" + rule, Map.of("group_by", List.of("destination")));
    assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
  }

  private void raise(PackagedServer server, String org, String key, int round, int times)
      throws Exception {
    Client uploader = server.visitor().with("X-Api-Key", key);
    for (int i = 0; i < times; i++) {
      String name = "server-" + round + "-" + i;
      Answer answer =
          uploader.post("/api/v1/mcp/reports", Reports.withOneFinding(org, Severity.HIGH, name));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
      acknowledged.add(name);
    }
  }

  private void assertAllDelivered(Client admin, OtherSide hook) throws Exception {
    for (int i = 0; i < 120 && isDelivering(admin); i++) {
      Thread.sleep(500);
    }
    Map<String, Set<String>> identifiers = new HashMap<>();
    Set<String> reported = new HashSet<>();
    for (OtherSide.Asked asked : hook.requests()) {
      JsonNode data = Json.readStored(asked.body()).path("data");
      reported.add(data.path("title").asText().replaceFirst(".*: ", ""));
      identifiers
          .computeIfAbsent(data.path("alert_id").asText(), id -> new HashSet<>())
          .add(asked.headers().get("webhook-id"));
    }
    assertThat(reported).containsAll(acknowledged);
    assertThat(identifiers.values()).allSatisfy(ids -> assertThat(ids).hasSize(1));
  }

  private static boolean isDelivering(Client admin) {
    for (String status : List.of("pending", "retrying")) {
      if (admin.get("/api/alerts?status=" + status).json().path("total_size").asInt() > 0) {
        return true;
      }
    }
    return false;
  }
}
