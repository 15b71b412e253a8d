package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What people do about their own sign-in. */
class OwnSignInTest {
  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir Path directory;

  @Test
  void other_sessions_are_seen_and_ended_and_the_password_is_changed() {
    try (Site site = Site.empty(directory)) {
      site.workspace("Acme");
      try (Tab here = CHROMIUM.open(site, Chromium.Look.DESK, "acme");
          Tab there = CHROMIUM.open(site, Chromium.Look.DESK, "acme").expectingErrors()) {
        there.go("/agents");
        here.go("/settings/own");
        endOthers(here);
        there.page().navigate("/agents");
        assertThat(there.page()).hasURL(Pattern.compile("/login"));

        changePassword(here);
        // Who changed it goes on, with a session that began with the new password.
        here.go("/agents");
        assertThat(here.heading()).hasText("Agents");
      }
    }
  }

  /** That of the other window, and that in which the workspace was made. */
  private static void endOthers(Tab tab) {
    Locator ends = tab.page().locator("tbody button");
    for (int remaining = 2; remaining > 0; remaining--) {
      assertThat(ends).hasCount(remaining);
      ends.first().click();
      tab.dialog()
          .getByLabel("Current password", new Locator.GetByLabelOptions().setExact(true))
          .fill(Site.PASSWORD);
      tab.dialog()
          .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Revoke session"))
          .click();
      assertThat(tab.dialog()).hasCount(0);
    }
    assertThat(ends).hasCount(0);
  }

  private static void changePassword(Tab tab) {
    // Some browsers send what they check the spelling of to a service.
    assertThat(field(tab, "New password")).hasJSProperty("spellcheck", false);
    field(tab, "Current password").fill(Site.PASSWORD);
    field(tab, "New password").fill("seven lanterns by the quay");
    tab.button("Change password").click();
    assertThat(tab.page().getByText("Password changed").first()).isVisible();
    assertThat(field(tab, "New password")).hasValue("");
  }

  private static Locator field(Tab tab, String label) {
    return tab.page().getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }
}
