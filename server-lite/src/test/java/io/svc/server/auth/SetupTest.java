package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.http.Role;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Setting up the organization: once, by who administrates it. */
class SetupTest {
  @TempDir private Path directory;

  private static Answer setUp(Client client, Map<String, Object> body) {
    return client.post("/api/auth/setup", body);
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  @Test
  void works_once_after_registration() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();

      Answer answer =
          setUp(
              admin,
              Map.of(
                  "organizationName", "Example Ltd",
                  "industry", "finance",
                  "size", "11-50",
                  "timezone", "Europe/Berlin"));

      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.json().at("/tenant/name").asText()).isEqualTo("Example Ltd");
      assertThat(answer.json().at("/tenant/timezone").asText()).isEqualTo("Europe/Berlin");
      assertThat(admin.get("/api/auth/session").json().path("onboarded").asBoolean()).isTrue();
      expect(setUp(admin, Map.of()), 400, "already_onboarded");
    }
  }

  @Test
  void needs_nothing_but_the_wish() {
    try (TestServer server = TestServer.start(directory)) {
      assertThat(server.admin().post("/api/auth/setup").status()).isEqualTo(201);
    }
  }

  @Test
  void a_time_zone_that_there_is_not_is_rejected_and_setting_up_stays_open() {
    try (TestServer server = TestServer.start(directory)) {
      Client admin = server.admin();

      expect(setUp(admin, Map.of("timezone", "Europe/Atlantis")), 400, "validation_failed");
      assertThat(setUp(admin, Map.of()).status()).isEqualTo(201);
    }
  }

  @Test
  void who_has_no_organization_makes_one() {
    try (TestServer server = TestServer.start(directory)) {
      Client stranger = Tenancy.stranger(server);
      Answer session = stranger.get("/api/auth/session");
      assertThat(session.json().path("tenant").isNull()).isTrue();
      assertThat(session.json().path("permissions")).isEmpty();

      expect(setUp(stranger, Map.of()), 400, "validation_failed");
      assertThat(setUp(stranger, Map.of("organizationName", "New Ltd")).status()).isEqualTo(201);

      assertThat(stranger.get("/api/auth/session").json().path("role").asText())
          .isEqualTo("role_admin");
    }
  }

  @Test
  void makes_none_where_registration_is_closed() {
    try (TestServer server =
        TestServer.start(directory, Map.of("SVC_REGISTRATION", "closed"), Clock.systemUTC())) {
      expect(
          setUp(Tenancy.stranger(server), Map.of("organizationName", "New Ltd")),
          403,
          "registration_closed");
    }
  }

  @Test
  void is_for_the_administrator() {
    try (TestServer server = TestServer.start(directory)) {
      Tenancy tenancy = new Tenancy(server);

      expect(setUp(tenancy.member(Role.OPERATOR), Map.of()), 403, "role_required");
      expect(setUp(server.visitor(), Map.of()), 401, "unauthenticated");
      assertThat(setUp(tenancy.admin(), Map.of()).status()).isEqualTo(201);
    }
  }
}
