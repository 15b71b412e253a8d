package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often callers may call: enough for everybody who means well. */
@Tag("thorough")
class RateLimitsTest {
  @TempDir private Path directory;

  private TestServer start(String profile, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("SVC_RATELIMIT_PROFILE", profile);
    return TestServer.start(directory, environment, Clock.systemUTC());
  }

  private static Answer resetLink(Client client) {
    return client.post("/api/auth/forgot-password", Map.of("email", "ada@example.com"));
  }

  private static int acceptedBeforeLimit(Client client, int limit) {
    for (int i = 0; i < limit; i++) {
      if (resetLink(client).status() == 429) {
        return i;
      }
    }
    return limit;
  }

  @Test
  void limited_routes_return_the_remaining_quota() {
    try (TestServer server = start("default", Map.of())) {
      Client admin = server.admin();

      Answer answer = admin.get("/api/auth/session");

      assertThat(answer.header("RateLimit-Policy")).contains("\"dashboard\";q=600;w=60");
      assertThat(answer.header("RateLimit").orElse("")).matches("\"dashboard\";r=\\d{3};t=\\d+");
      assertThat(server.visitor().get("/healthz").header("RateLimit")).isEmpty();
    }
  }

  @Test
  void a_tenant_begins_ten_replays_a_minute_whichever_way() {
    try (TestServer server = start("default", Map.of())) {
      Client admin = server.admin();
      String versioned = "/api/v1/governance/rollout/" + policy(admin) + "/replay";
      String queue = "/api/governance/rollout/" + policy(admin);
      for (int i = 0; i < 5; i++) {
        assertThat(admin.post(versioned).status()).isEqualTo(202);
        assertThat(admin.post(queue, Map.of("action", "replay")).status()).isEqualTo(200);
      }

      for (Answer answer :
          List.of(admin.post(versioned), admin.post(queue, Map.of("action", "replay")))) {
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.code()).isEqualTo("rate_limited");
        assertThat(answer.header("Retry-After").map(Integer::parseInt).orElse(0)).isBetween(1, 60);
        assertThat(answer.header("RateLimit-Policy")).contains("\"replay\";q=10;w=60");
      }
      // Other things go on, and so do the replays of others.
      assertThat(admin.get("/api/governance/rollout").status()).isEqualTo(200);
      Client other = server.admin();
      assertThat(other.post("/api/v1/governance/rollout/" + policy(other) + "/replay").status())
          .isEqualTo(202);
      assertThat(server.visitor().get("/metrics").text())
          .contains("svc_rate_limited_total{bucket=\"replay\"} 2.0");
    }
  }

  private static String policy(Client admin) {
    return admin
        .post(
            "/api/policies",
            Map.of("name", "mail", "templateId", "tpl_cloud_metadata", "mode", "observe"))
        .json()
        .at("/policy/id")
        .asText();
  }

  @Test
  void a_burst_of_a_dashboard_is_served() {
    try (TestServer server = start("default", Map.of())) {
      Client admin = server.admin();

      for (int i = 0; i < 400; i++) {
        assertThat(admin.get("/api/auth/session").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void the_dashboard_has_an_end_too() {
    try (TestServer server = start("default", Map.of())) {
      Client admin = server.admin();
      Client other = server.admin();
      Answer answer = admin.get("/api/auth/session");
      for (int i = 0; i < 2_000 && answer.status() == 200; i++) {
        answer = admin.get("/api/auth/session");
      }

      assertThat(answer.status()).isEqualTo(429);
      assertThat(other.get("/api/auth/session").status()).isEqualTo(200);
      assertThat(server.visitor().get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_limited_call_returns_when_to_retry() {
    try (TestServer server = start("default", Map.of())) {
      acceptedBeforeLimit(server.visitor(), 40);

      Answer answer = resetLink(server.visitor());

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.code()).isEqualTo("rate_limited");
      assertThat(answer.header("RateLimit").orElse("")).startsWith("\"sign-in\";r=0;t=");
      int seconds = Integer.parseInt(answer.header("Retry-After").orElseThrow());
      assertThat(seconds).isBetween(1, 3);
      assertThat(answer.json().path("retryAfterSeconds").asInt()).isEqualTo(seconds);
    }
  }

  @Test
  void sign_in_is_counted_by_address() {
    try (TestServer server = start("default", Map.of("SVC_TRUSTED_PROXIES", "127.0.0.0/8"))) {
      Client first = server.visitor().with("X-Forwarded-For", "203.0.113.1");
      Client other = server.visitor().with("X-Forwarded-For", "203.0.113.2");

      assertThat(acceptedBeforeLimit(first, 40)).isBetween(10, 14);
      assertThat(resetLink(other).status()).isEqualTo(200);
    }
  }

  @Test
  void an_address_that_was_only_claimed_does_not_help() {
    try (TestServer server = start("default", Map.of())) {
      acceptedBeforeLimit(server.visitor(), 40);

      assertThat(resetLink(server.visitor().with("X-Forwarded-For", "203.0.113.9")).status())
          .isEqualTo(429);
    }
  }

  @Test
  void a_loose_profile_takes_ten_times_as_much_and_a_strict_one_half() {
    try (TestServer server = start("loose", Map.of())) {
      assertThat(resetLink(server.visitor()).header("RateLimit-Policy"))
          .contains("\"sign-in\";q=200;w=60");
      assertThat(acceptedBeforeLimit(server.visitor(), 60)).isEqualTo(60);
    }
    try (TestServer server = start("strict", Map.of())) {
      assertThat(resetLink(server.visitor()).header("RateLimit-Policy"))
          .contains("\"sign-in\";q=10;w=60");
      assertThat(acceptedBeforeLimit(server.visitor(), 20)).isBetween(4, 6);
    }
  }

  @Test
  void without_limits_nothing_is_counted_or_reported() {
    try (TestServer server = start("off", Map.of())) {
      assertThat(acceptedBeforeLimit(server.visitor(), 60)).isEqualTo(60);
      assertThat(resetLink(server.visitor()).header("RateLimit")).isEmpty();
      assertThat(resetLink(server.visitor()).header("RateLimit-Policy")).isEmpty();
    }
  }
}
