package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OidcProvider;
import io.svc.server.testing.OidcProvider.User;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single sign-on through the API, with a certified provider and a scripted browser. */
@Tag("thorough")
class SingleSignOnTest {
  private static final String FAILED = "/login?state=error";
  private static OidcProvider provider;

  @TempDir Path directory;

  @BeforeAll
  static void startProvider() {
    provider = OidcProvider.start();
  }

  @AfterAll
  static void stopProvider() {
    if (provider != null) {
      provider.close();
    }
  }

  private TestServer server(Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SVC_OIDC_ISSUER", provider.issuer().toString());
    settings.put("SVC_OIDC_CLIENT_ID", provider.clientId());
    settings.put("SVC_OIDC_CLIENT_SECRET", provider.clientSecret());
    settings.putAll(more);
    return TestServer.start(directory, settings, Clock.systemUTC());
  }

  private static void define(String subject, String email, boolean verified, String... groups) {
    provider.define(new User(subject, email, verified, "Name of " + subject, List.of(groups)));
  }

  private static String rejected(String reason) {
    return FAILED + "&reason=" + reason;
  }

  /** Leaves for the provider, signs in there, and comes back with the provider's answer. */
  private static Answer signIn(Client browser, String subject, String query) {
    Answer departure = browser.get("/api/auth/sso/authorize" + query);
    assertThat(departure.status()).as(departure.toString()).isEqualTo(302);
    String back = provider.signIn(URI.create(departure.header("Location").orElseThrow()), subject);
    URI callback = URI.create(back);
    return browser.get(callback.getRawPath() + "?" + callback.getRawQuery());
  }

  @Test
  void a_new_user_arrives_at_setup_and_makes_an_organization() {
    define("nina", "nina@example.com", true);
    try (TestServer server = server(Map.of())) {
      Client browser = server.visitor();

      Answer arrival = signIn(browser, "nina", "");

      assertThat(arrival.status()).isEqualTo(302);
      assertThat(arrival.header("Location")).contains("/setup");
      assertThat(browser.cookie("svc_sso")).isEmpty();
      assertThat(browser.get("/api/auth/session").json().path("tenant").isNull()).isTrue();
      assertThat(browser.get("/api/overview").status()).isEqualTo(403);
      Answer setup = browser.post("/api/auth/setup", Map.of("organizationName", "Nina's"));
      assertThat(setup.status()).isEqualTo(201);
      assertThat(browser.get("/api/overview").status()).isEqualTo(200);

      Client again = server.visitor();
      assertThat(signIn(again, "nina", "").header("Location")).contains("/overview");
    }
  }

  @Test
  void who_is_known_goes_where_he_wanted() {
    define("omar", "omar@example.com", true);
    try (TestServer server = server(Map.of())) {
      Client browser = server.visitor();
      signIn(browser, "omar", "");
      browser.post("/api/auth/setup", Map.of("organizationName", "Omar's"));

      Answer arrival =
          signIn(server.visitor(), "omar", "?redirect_uri=%2Fmcp%3Fsource%3Dcursor&state=x%20y");

      assertThat(arrival.header("Location")).contains("/mcp?source=cursor&state=x+y");
    }
  }

  @Test
  void an_invitation_to_the_verified_address_is_taken() {
    define("pia", "pia@example.com", true);
    try (TestServer server = server(Map.of("SVC_REGISTRATION", "invite"))) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "pia@example.com", "role", "role_auditor"));
      Client browser = server.visitor();

      signIn(browser, "pia", "");

      assertThat(browser.get("/api/auth/session").json().path("role").asText())
          .isEqualTo("role_auditor");
      assertThat(admin.get("/api/admin/members").text()).contains("\"ssoLinked\":true");
    }
  }

  private static final String MAPPING =
      "svc-operators=role_operator,svc-admins=role_admin,svc-auditors=role_auditor";

  /** The groups of a member at one sign-in, and the role that the member has afterwards. */
  record Mapped(String role, List<String> groups) {}

  @Test
  void every_sign_in_sets_the_role_of_the_first_entry_that_matches() {
    List<Mapped> signIns =
        List.of(
            new Mapped("role_operator", List.of("svc-operators")),
            new Mapped("role_operator", List.of("svc-admins", "svc-operators")),
            new Mapped("role_operator", List.of("svc-operators", "svc-admins")),
            new Mapped("role_admin", List.of("svc-auditors", "svc-admins", "unknown")),
            new Mapped("role_auditor", List.of("svc-auditors")),
            new Mapped("role_viewer", List.of("SVC-ADMINS", "svc-admins ", "unknown")),
            new Mapped("role_admin", List.of("svc-admins")),
            new Mapped("role_viewer", List.of()));
    define("quin", "quin@example.com", true);
    try (TestServer server = server(Map.of("SVC_OIDC_ROLE_MAP", MAPPING))) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "quin@example.com", "role", "role_approver"));

      for (Mapped expected : signIns) {
        define("quin", "quin@example.com", true, expected.groups().toArray(String[]::new));
        Client browser = server.visitor();

        signIn(browser, "quin", "");

        assertThat(role(browser)).as(expected.groups().toString()).isEqualTo(expected.role());
        assertThat(admin.get("/api/admin/members").text()).contains(expected.role());
      }
    }
  }

  @Test
  void a_role_taken_away_ends_the_other_sessions_and_is_in_the_audit_log() {
    define("ruth", "ruth@example.com", true, "svc-admins");
    try (TestServer server = server(Map.of("SVC_OIDC_ROLE_MAP", MAPPING))) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "ruth@example.com"));
      Client before = server.visitor();
      signIn(before, "ruth", "");
      assertThat(invite(before, "first@example.com").status()).isEqualTo(200);

      define("ruth", "ruth@example.com", true);
      Client after = server.visitor();
      signIn(after, "ruth", "");

      assertThat(before.get("/api/auth/session").status()).isEqualTo(401);
      assertThat(role(after)).isEqualTo("role_viewer");
      assertThat(invite(after, "second@example.com").status()).isEqualTo(403);
      assertThat(admin.get("/api/admin/audit-log?action=member.role").text())
          .contains("\"from\":\"role_admin\",\"to\":\"role_viewer\"");
    }
  }

  @Test
  void without_a_mapping_roles_stay_as_assigned() {
    define("sami", "sami@example.com", true, "svc-admins");
    try (TestServer server = server(Map.of())) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "sami@example.com", "role", "role_approver"));

      for (int i = 0; i < 2; i++) {
        Client browser = server.visitor();
        signIn(browser, "sami", "");
        assertThat(role(browser)).isEqualTo("role_approver");
      }
    }
  }

  @Test
  void the_last_administrator_keeps_the_role_and_every_page_shows_why() {
    define("tara", "tara@example.com", true, "svc-auditors");
    define("ugo", "ugo@example.com", true, "svc-admins");
    try (TestServer server = server(Map.of("SVC_OIDC_ROLE_MAP", MAPPING))) {
      Client founder = server.visitor();
      signIn(founder, "tara", "");
      founder.post("/api/auth/setup", Map.of("organizationName", "Tara's"));
      assertThat(founder.get("/api/auth/session").text()).doesNotContain("last_admin_kept");
      founder.post("/api/admin/invite", Map.of("email", "ugo@example.com"));

      Client again = server.visitor();
      assertThat(signIn(again, "tara", "").header("Location")).contains("/overview");
      assertThat(role(again)).isEqualTo("role_admin");
      assertThat(again.get("/api/auth/session").text()).contains("last_admin_kept");
      assertThat(again.get("/api/admin/audit-log?action=member.role_kept").text())
          .contains("\"from\":\"role_admin\",\"to\":\"role_auditor\"");

      signIn(server.visitor(), "ugo", "");
      assertThat(again.get("/api/auth/session").text()).doesNotContain("last_admin_kept");
      Client third = server.visitor();
      signIn(third, "tara", "");
      assertThat(role(third)).isEqualTo("role_auditor");
    }
  }

  @Test
  void a_kept_administrator_in_a_mapped_group_again_is_no_longer_reported() {
    define("vik", "vik@example.com", true);
    try (TestServer server = server(Map.of("SVC_OIDC_ROLE_MAP", MAPPING))) {
      Client founder = server.visitor();
      signIn(founder, "vik", "");
      founder.post("/api/auth/setup", Map.of("organizationName", "Vik's"));
      Client stored = server.visitor();
      signIn(stored, "vik", "");
      assertThat(stored.get("/api/auth/session").text()).contains("last_admin_kept");

      define("vik", "vik@example.com", true, "svc-admins");
      Client mapped = server.visitor();
      signIn(mapped, "vik", "");

      assertThat(role(mapped)).isEqualTo("role_admin");
      assertThat(mapped.get("/api/auth/session").text()).doesNotContain("last_admin_kept");
      assertThat(stored.get("/api/auth/session").status()).isEqualTo(200);
    }
  }

  private static Answer invite(Client by, String email) {
    return by.post("/api/admin/invite", Map.of("email", email));
  }

  private static String role(Client browser) {
    return browser.get("/api/auth/session").json().path("role").asText();
  }

  @Test
  void an_address_alone_opens_no_account() {
    define("eve", "admin-of-all@example.com", true);
    define("mallory", "mallory@example.com", false);
    try (TestServer server = server(Map.of())) {
      Client owner = server.visitor();
      owner.post(
          "/api/auth/register",
          Map.of(
              "email", "admin-of-all@example.com",
              "password", TestServer.PASSWORD,
              "workspaceName", "All"));

      Client eve = server.visitor();
      Client mallory = server.visitor();

      assertThat(signIn(eve, "eve", "").header("Location")).contains(rejected("email_taken"));
      assertThat(eve.get("/api/auth/session").status()).isEqualTo(401);
      assertThat(signIn(mallory, "mallory", "").header("Location"))
          .contains(rejected("email_unverified"));
      assertThat(mallory.get("/api/auth/session").status()).isEqualTo(401);
    }
  }

  @Test
  void new_users_are_rejected_without_an_invitation_if_registration_is_closed() {
    define("rosa", "rosa@example.com", true);
    try (TestServer server = server(Map.of("SVC_REGISTRATION", "invite"))) {
      assertThat(signIn(server.visitor(), "rosa", "").header("Location"))
          .contains(rejected("invitation_required"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"demoted", "removed"})
  void the_invitation_of_a_member_who_may_no_longer_invite_is_not_taken(String change) {
    define("ruth-" + change, "ruth-" + change + "@example.com", true);
    define("tom-" + change, "tom-" + change + "@example.com", true);
    try (TestServer server = server(Map.of("SVC_REGISTRATION", "invite"))) {
      Client boss = invitingAdmin(server);
      boss.post(
          "/api/admin/invite",
          Map.of("email", "ruth-" + change + "@example.com", "role", "role_admin"));
      Client ruth = server.visitor();
      signIn(ruth, "ruth-" + change, "");
      String id = ruth.get("/api/auth/session").json().at("/user/id").asText();
      ruth.post(
          "/api/admin/invite",
          Map.of("email", "tom-" + change + "@example.com", "role", "role_admin"));

      Answer changed =
          change.equals("demoted")
              ? boss.put("/api/admin/members/" + id + "/role", Map.of("role", "role_viewer"))
              : boss.delete("/api/admin/members/" + id);

      assertThat(changed.status()).as(changed.toString()).isEqualTo(200);
      assertThat(signIn(server.visitor(), "tom-" + change, "").header("Location"))
          .contains(rejected("invitation_required"));
    }
  }

  @Test
  void an_answer_is_good_once_and_in_the_browser_that_asked() {
    define("sven", "sven@example.com", true);
    try (TestServer server = server(Map.of())) {
      Client browser = server.visitor();
      Answer departure = browser.get("/api/auth/sso/authorize");
      String sealed = browser.cookie("svc_sso");
      URI callback =
          URI.create(
              provider.signIn(URI.create(departure.header("Location").orElseThrow()), "sven"));
      String path = callback.getRawPath() + "?" + callback.getRawQuery();

      assertThat(server.visitor().get(path).header("Location")).contains(rejected("expired"));
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path.replaceAll("state=[^&]*", "state=other")).header("Location"))
          .contains(rejected("expired"));
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path).header("Location")).contains("/setup");
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path).header("Location")).contains(rejected("provider_error"));
    }
  }

  @Test
  void names_the_reason_of_every_rejection_and_keeps_details_out_of_the_address() {
    define("wim", "wim@example.com", true);
    try (TestServer server = server(Map.of("SVC_REGISTRATION", "invite"))) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "wim@example.com"));
      signIn(server.visitor(), "wim", "");
      server
          .database()
          .change(
              tx ->
                  tx.handle()
                      .execute(
                          "UPDATE account SET status = 'disabled'"
                              + " WHERE email = 'wim@example.com'"));
      Client denied = server.visitor();
      denied.get("/api/auth/sso/authorize");

      assertThat(signIn(server.visitor(), "wim", "").header("Location"))
          .contains(rejected("account_disabled"));
      assertThat(
              denied
                  .get("/api/auth/sso/callback?error=access_denied&error_description=secret")
                  .header("Location"))
          .contains(rejected("provider_denied"));
      assertThat(admin.get("/api/admin/audit-log?action=auth.login").text())
          .contains("\"reason\":\"account_disabled\"");
      // An error that belongs to no attempt of this browser is not explained.
      assertThat(
              server.visitor().get("/api/auth/sso/callback?error=access_denied").header("Location"))
          .contains(FAILED);
    }
  }

  @Test
  void the_way_back_leads_nowhere_else() {
    try (TestServer server = server(Map.of())) {
      for (String elsewhere :
          List.of("https://evil.example", "//evil.example", "/%5Cevil.example", "evil", "/%09/x")) {
        Answer answer = server.visitor().get("/api/auth/sso/authorize?redirect_uri=" + elsewhere);
        assertThat(answer.status()).as(elsewhere).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_parameter");
      }
      assertThat(server.visitor().get("/api/auth/sso/callback").header("Location"))
          .contains(FAILED);
    }
  }

  @Test
  void a_link_on_another_site_cannot_sign_in() {
    try (TestServer server = server(Map.of())) {
      Answer answer =
          server.visitor().with("Sec-Fetch-Site", "cross-site").get("/api/auth/sso/authorize");

      assertThat(answer.status()).isEqualTo(302);
      assertThat(answer.header("Location")).contains("/login");
      assertThat(answer.header("Set-Cookie")).isEmpty();
    }
  }

  @Test
  void without_a_provider_there_is_no_single_sign_on() {
    try (TestServer server = TestServer.start(directory)) {
      Answer answer = server.visitor().get("/api/auth/sso/authorize");

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.code()).isEqualTo("sso_not_configured");
    }
  }

  /** Registration may be closed to all but invitations: then the first comes by configuration. */
  private static Client invitingAdmin(TestServer server) {
    server
        .administrators()
        .create("boss@example.com", TestServer.PASSWORD, java.util.Optional.empty(), "Boss");
    Client admin = server.visitor();
    Answer answer =
        admin.post(
            "/api/auth/login",
            Map.of("email", "boss@example.com", "password", TestServer.PASSWORD));
    assertThat(answer.status()).isEqualTo(200);
    return admin;
  }
}
