package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
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
        Tab member = CHROMIUM.open(site, Chromium.Look.DESK, VIEWER).expectingRefusals()) {
      member.go("/agents");
      ask(admin, "Vera Viewer");
      assertThat(admin.dialog()).containsText("API keys go on working");
      press(admin, "Cancel");
      member.go("/agents");
      assertThat(member.heading()).hasText("Agents");

      ask(admin, "Vera Viewer");
      press(admin, "Sign out everywhere");

      assertThat(admin.page().getByText(VIEWER + " is signed out everywhere")).isVisible();
      member.page().navigate("/agents");
      assertThat(member.page()).hasURL(Pattern.compile("/login"));
    }
  }

  @Test
  void who_signs_out_everywhere_signs_in_again() {
    try (Tab admin = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN).expectingRefusals()) {
      ask(admin, "Ada Admin");
      assertThat(admin.dialog()).containsText("this one too");
      press(admin, "Sign out everywhere");

      assertThat(admin.page()).hasURL(Pattern.compile("/login"));
    }
  }

  @Test
  void who_may_not_is_told_who_may() {
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

  private static void ask(Tab tab, String name) {
    see(tab, name);
    tab.button("Sign out everywhere").click();
    assertThat(tab.dialog()).containsText("sessions end at once");
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
