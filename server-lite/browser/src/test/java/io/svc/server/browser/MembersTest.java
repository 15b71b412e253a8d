package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an administrator does about members. */
class MembersTest {
  private static final String ADMIN = "demo-admin";
  private static final String VIEWER = "vera.viewer@demo.example";

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;

  @BeforeAll
  static void open() {
    site = Site.demo(directory);
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @Test
  void a_member_is_signed_out_everywhere_once_that_was_confirmed() {
    try (Tab admin = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN);
        Tab member = CHROMIUM.open(site, Chromium.Look.DESK, VIEWER).expectingErrors()) {
      member.go("/agents");
      requestAction(admin, "Vera Viewer");
      assertThat(admin.dialog()).containsText("API keys keep working");
      press(admin, "Cancel");
      member.go("/agents");
      assertThat(member.heading()).hasText("Agents");

      requestAction(admin, "Vera Viewer");
      press(admin, "Sign out everywhere");

      assertThat(admin.page().getByText(VIEWER + " is signed out everywhere")).isVisible();
      member.page().navigate("/agents");
      assertThat(member.page()).hasURL(Pattern.compile("/login"));
    }
  }

  @Test
  void who_signs_out_everywhere_signs_in_again() {
    try (Tab admin = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN).expectingErrors()) {
      requestAction(admin, "Ada Admin");
      assertThat(admin.dialog()).containsText("including this one");
      press(admin, "Sign out everywhere");

      assertThat(admin.page()).hasURL(Pattern.compile("/login"));
    }
  }

  @Test
  void a_forbidden_action_shows_the_required_role() {
    try (Tab auditor = CHROMIUM.open(site, Chromium.Look.DESK, "aiko.auditor@demo.example")) {
      see(auditor, "Vera Viewer");

      Locator end =
          auditor
              .dialog()
              .locator("button")
              .filter(new Locator.FilterOptions().setHasText("Sign out everywhere"));
      assertThat(end).hasAttribute("aria-disabled", "true");
      assertThat(end).hasAttribute("title", Pattern.compile("Administrators can do this"));
    }
  }

  @Test
  void a_demotion_and_a_removal_list_the_keys_and_invitations_that_they_affect() {
    Site.Person admin = site.newUser();
    admin.post("/api/auth/login", Map.of("username", ADMIN, "password", Site.PASSWORD));
    String link = invite(admin, "ines@demo.example", "role_admin");
    Site.Person ines = site.newUser();
    ines.post(
        "/api/auth/accept-invite",
        Map.of(
            "token",
            link.replaceAll(".*#token=", ""),
            "password",
            Site.PASSWORD,
            "name",
            "Ines Admin"));
    ines.withKey("reports:write");
    invite(ines, "guest@demo.example", "role_viewer");

    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN)) {
      for (String action : List.of("Remove member", "Change role")) {
        see(tab, "Ines Admin");
        tab.button(action).click();
        assertThat(tab.dialog()).containsText("Affected: 1 API key, 1 invitation");
        assertThat(tab.dialog().locator("li"))
            .containsText(
                new String[] {
                  "key for reports:write API key, operator", "guest@demo.example Invitation, viewer"
                });
      }
      tab.dialog().getByLabel("Role").selectOption("role_viewer");
      press(tab, "Change role");

      assertThat(tab.page().getByText("Ines Admin is viewer now")).isVisible();
      assertThat(row(tab, "guest@demo.example")).containsText("Revoked");
      see(tab, "Ines Admin");
      tab.button("Remove member").click();
      assertThat(tab.dialog()).containsText("Affected: 1 API key, 0 invitations");
      assertThat(tab.dialog().locator("li"))
          .containsText(new String[] {"key for reports:write API key, viewer"});
    }
  }

  /** The state comes from single sign-on, so that the answer of the session is changed here. */
  @Test
  void a_banner_shows_that_the_last_administrator_kept_the_role() {
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN)) {
      tab.page()
          .route(
              "**/api/auth/session",
              route -> {
                APIResponse response = route.fetch();
                String banner =
                    "\"banners\":[{\"code\":\"last_admin_kept\",\"since\":\"2026-03-01T12:00:00Z\","
                        + "\"reason\":\"This is the last administrator.\"}]";
                String body = response.text().replace("\"banners\":[]", banner);
                route.fulfill(new Route.FulfillOptions().setResponse(response).setBody(body));
              });
      for (String path : List.of("/agents", "/")) {
        tab.go(path);
        Locator shown =
            tab.page()
                .locator(".freeze")
                .filter(new Locator.FilterOptions().setHasText("This is the last administrator."));
        assertThat(shown).hasCount(1);
        assertThat(shown).hasAttribute("role", "status");
        assertThat(shown.locator("a")).hasAttribute("href", "/settings/members");
      }
    }
  }

  /** Returns the link. */
  private static String invite(Site.Person person, String email, String role) {
    return person
        .post("/api/admin/invite", Map.of("email", email, "role", role))
        .path("inviteUrl")
        .asText();
  }

  private static Locator row(Tab tab, String text) {
    return tab.page().locator("tbody tr").filter(new Locator.FilterOptions().setHasText(text));
  }

  private static void requestAction(Tab tab, String name) {
    see(tab, name);
    tab.button("Sign out everywhere").click();
    assertThat(tab.dialog()).containsText("sessions end immediately");
  }

  private static void see(Tab tab, String name) {
    tab.go("/settings/members");
    Locator first = tab.page().locator("tbody .ft");
    first.filter(new Locator.FilterOptions().setHasText(name)).first().click();
  }

  private static void press(Tab tab, String name) {
    tab.dialog()
        .locator("button")
        .filter(new Locator.FilterOptions().setHasText(name))
        .last()
        .click();
  }
}
