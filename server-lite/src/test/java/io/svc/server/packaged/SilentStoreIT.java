package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.PostgresServer;
import io.svc.server.testing.Relay;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/faults.md says of a PostgreSQL that dies, or says nothing any more. */
@Tag("thorough")
class SilentStoreIT {
  private static final int CALLERS = Integer.getInteger("trust.callers", 40);

  /** Less than the usual twenty, in the way that an operator would set it. */
  private static final int SILENCE_SECONDS = 3;

  @TempDir private Path directory;

  @Test
  void a_store_that_dies_or_falls_silent_is_blamed_in_time_and_found_again() throws Exception {
    String url = PostgresServer.required().newDatabase();
    int port = URI.create(url.substring("jdbc:".length())).getPort();
    try (Relay relay = new Relay(port);
        PackagedServer server =
            PackagedServer.start(
                directory,
                directory.resolve("data"),
                "--database-url",
                url.replace(":" + port + "/", ":" + relay.port() + "/")
                    + "&socketTimeout="
                    + SILENCE_SECONDS)) {
      Client admin = server.admin();
      String key = DiskFullIT.key(admin);
      Set<String> acknowledged = new TreeSet<>();
      acknowledge(server, key, 0, acknowledged);
      long threads = Handles.threads(server);
      for (Relay.Way way : List.of(Relay.Way.BROKEN, Relay.Way.SILENT)) {
        relay.become(way);
        long begin = System.nanoTime();
        var answers =
            Crowd.of(
                CALLERS,
                i ->
                    () -> {
                      Client client = server.visitor().with("X-Api-Key", key);
                      return i % 4 == 0
                          ? client.get("/healthz")
                          : client.post("/v1/eval", DiskFullIT.call(i));
                    });
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        for (int i = 0; i < CALLERS; i++) {
          assertThat(answers.get(i).failure()).isNull();
          Answer answer = answers.get(i).result();
          if (i % 4 == 0) {
            assertThat(answer.status()).isEqualTo(200);
          } else {
            DiskFullIT.assertThatTheStoreIsBlamed(answer);
          }
        }
        assertThat(seconds).as(way.toString()).isLessThan(45);
        assertThat(admin.get("/readyz").status()).isEqualTo(503);
        if (way == Relay.Way.BROKEN) {
          Answer metrics = admin.get("/metrics");
          assertThat(metrics.status()).isEqualTo(200);
          assertThat(metrics.text())
              .contains("svc_audit_chain_ok")
              .doesNotContain("svc_outbox_pending ");
        }

        relay.become(Relay.Way.OPEN);
        DiskFullIT.awaitReady(admin);
        acknowledge(server, key, 1, acknowledged);
        assertThat(DiskFullIT.decisions(admin)).containsAll(acknowledged);
        System.out.printf("store: %s, all %d answered within %d s%n", way, CALLERS, seconds);
      }
      assertThat(admin.get("/api/admin/audit-log/verify").json().path("ok").asBoolean()).isTrue();
      // Those that answered the crowd are still there, and no more for the second crowd.
      assertThat(Handles.threads(server)).isLessThan(threads + CALLERS + 20);
      assertThat(server.err()).doesNotContain("Exception", "\tat ");
      server.terminate();
      assertThat(server.exitCode()).isZero();
    }
  }

  private static void acknowledge(
      PackagedServer server, String key, int i, Set<String> acknowledged) throws Exception {
    Answer answer =
        server.visitor().with("X-Api-Key", key).post("/v1/eval", DiskFullIT.call(1_000 + i));
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    acknowledged.add(answer.json().path("decision_id").asText());
  }
}
