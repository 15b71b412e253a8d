package io.svc.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.TestServer;
import io.svc.server.db.Vendor;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.TestStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that share one PostgreSQL take in everything once. */
@Tag("thorough")
class SharedTelemetryTest {
  @TempDir Path directory;

  private TestServer server(TestStore store, String name) throws Exception {
    return TestServer.start(
        Files.createDirectories(directory.resolve(name)),
        Map.of("SVC_DATABASE_URL", store.url()),
        Clock.systemUTC());
  }

  @Test
  void what_is_sent_to_both_at_once_is_stored_once() throws Exception {
    try (TestStore store = TestStore.empty(Vendor.POSTGRESQL, directory, Clock.systemUTC())) {
      store.prepare();
      try (TestServer first = server(store, "one")) {
        Path data = Files.createDirectories(directory.resolve("other").resolve("data"));
        Files.copy(directory.resolve("one/data/master.key"), data.resolve("master.key"));
        try (TestServer other = server(store, "other")) {
          Told told = new Told(first);
          List<Object> events = new ArrayList<>();
          for (int i = 0; i < 200; i++) {
            events.add(
                Map.of(
                    "event_id",
                    "e" + i,
                    "event_type",
                    "WorkflowRunEvent",
                    "timestamp",
                    Json.time(Clock.systemUTC().instant()),
                    "payload",
                    Map.of(
                        "platform",
                        "make",
                        "workflow_id",
                        "wf_" + i % 3,
                        "run_id",
                        "r" + i % 20,
                        "status",
                        "succeeded")));
          }
          List<Answer> answers =
              AtOnce.run(
                  4,
                  i ->
                      (i % 2 == 0 ? first : other)
                          .visitor()
                          .with("X-Api-Key", told.key())
                          .post("/v1/telemetry/events", events));

          int accepted = 0;
          for (Answer answer : answers) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(202);
            accepted += answer.json().path("accepted").asInt();
          }
          assertThat(accepted).isEqualTo(200);
          assertThat(told.feed("WorkflowRunEvent")).hasSize(200);
          int sessions = 0;
          for (String agent : told.agents()) {
            for (JsonNode session : told.sessions(agent)) {
              assertThat(Told.types(session)).containsOnlyOnce("session_ended");
              sessions++;
            }
          }
          assertThat(sessions).isEqualTo(60);
        }
      }
    }
  }
}
