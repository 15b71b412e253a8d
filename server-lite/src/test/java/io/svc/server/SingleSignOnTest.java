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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single sign-on through the API, with a certified provider and a scripted browser. */
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

  @Test
  void groups_say_what_a_member_is_each_time_he_comes() {
    define("quin", "quin@example.com", true, "svc-operators");
    Map<String, String> roles =
        Map.of("SVC_OIDC_ROLE_MAP", "svc-admins=role_admin,svc-operators=role_operator");
    try (TestServer server = server(roles)) {
      Client admin = invitingAdmin(server);
      admin.post("/api/admin/invite", Map.of("email", "quin@example.com"));
      Client browser = server.visitor();

      signIn(browser, "quin", "");
      String first = browser.get("/api/auth/session").json().path("role").asText();
      define("quin", "quin@example.com", true, "svc-admins", "svc-operators");
      signIn(browser, "quin", "");

      assertThat(first).isEqualTo("role_operator");
      assertThat(browser.get("/api/auth/session").json().path("role").asText())
          .isEqualTo("role_admin");
    }
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

      assertThat(signIn(eve, "eve", "").header("Location")).contains(FAILED);
      assertThat(eve.get("/api/auth/session").status()).isEqualTo(401);
      assertThat(signIn(mallory, "mallory", "").header("Location")).contains(FAILED);
      assertThat(mallory.get("/api/auth/session").status()).isEqualTo(401);
    }
  }

  @Test
  void without_an_invitation_nobody_new_comes_in_where_registration_is_closed() {
    define("rosa", "rosa@example.com", true);
    try (TestServer server = server(Map.of("SVC_REGISTRATION", "invite"))) {
      assertThat(signIn(server.visitor(), "rosa", "").header("Location")).contains(FAILED);
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

      assertThat(server.visitor().get(path).header("Location")).contains(FAILED);
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path.replaceAll("state=[^&]*", "state=other")).header("Location"))
          .contains(FAILED);
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path).header("Location")).contains("/setup");
      browser.setCookie("svc_sso", sealed);
      assertThat(browser.get(path).header("Location")).contains(FAILED);
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
  void a_link_on_another_site_signs_nobody_in() {
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
