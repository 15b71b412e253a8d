package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The pages without a mouse, and as addresses that are kept, shared and come back to. */
class KeyboardTest {
  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private Tab tab;
  private Keyboard keys;

  @BeforeAll
  static void open() {
    site = Site.demo(directory);
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @BeforeEach
  void signIn() {
    tab = CHROMIUM.open(site, Chromium.Look.DESK, "demo-admin");
    keys = tab.page().keyboard();
  }

  @AfterEach
  void end() {
    tab.close();
  }

  private Locator focused() {
    return tab.page().locator(":focus");
  }

  @Test
  void a_section_is_two_keys_away_and_everything_else_a_search() {
    tab.go("/overview");
    keys.press("g");
    keys.press("p");
    assertThat(tab.page()).hasURL(Pattern.compile("/policies$"));
    assertThat(tab.heading()).isFocused();

    keys.press("Control+k");
    assertThat(tab.dialog()).isVisible();
    keys.type("payments");
    Locator hit = tab.page().locator("[role=option]").first();
    assertThat(hit).containsText(Pattern.compile("payments", Pattern.CASE_INSENSITIVE));
    keys.press("Enter");
    assertThat(tab.dialog()).hasCount(0);
    assertThat(tab.page()).hasURL(Pattern.compile("/(policies|agents|approvals|alerts)/"));
  }

  @Test
  void the_shortcuts_are_listed_and_escape_restores_the_focus() {
    tab.go("/agents");
    Locator search =
        tab.page().getByLabel("Search Ctrl+K", new Page.GetByLabelOptions().setExact(true));
    search.focus();
    keys.press("Enter");
    assertThat(tab.dialog()).isVisible();
    keys.press("Escape");
    assertThat(tab.dialog()).hasCount(0);
    assertThat(search).isFocused();

    tab.heading().focus();
    keys.press("?");
    assertThat(tab.dialog()).containsText("Next row");
    keys.press("Escape");
    assertThat(tab.dialog()).hasCount(0);
  }

  @Test
  void rows_are_walked_selected_and_opened() {
    tab.go("/mcp/findings");
    keys.press("j");
    assertThat(focused()).hasClass("ft");
    String first = focused().innerText();
    keys.press("j");
    keys.press("k");
    assertThat(focused().innerText()).isEqualTo(first);
    keys.press("x");
    assertThat(tab.page().getByText("1 selected")).isVisible();
    keys.press("Enter");
    assertThat(tab.dialog()).isVisible();
    keys.press("Escape");
    assertThat(tab.dialog()).hasCount(0);
    assertThat(focused()).hasClass("ft");
  }

  @Test
  void a_dialog_keeps_the_focus_within() {
    tab.go("/rollout");
    tab.button("Freeze rollouts").click();
    assertThat(tab.dialog()).isVisible();
    for (int i = 0; i < 12; i++) {
      keys.press("Tab");
      assertThat(
              tab.page()
                  .evaluate(
                      "document.activeElement === document.body"
                          + " || document.activeElement.closest('dialog') !== null"))
          .isEqualTo(true);
    }
    keys.press("Escape");
    assertThat(tab.dialog()).hasCount(0);
    assertThat(tab.button("Freeze rollouts")).isFocused();
  }

  @Test
  void what_was_filtered_is_there_after_a_reload_and_after_coming_back() {
    tab.go("/mcp/findings");
    Locator search = tab.page().getByRole(AriaRole.SEARCHBOX);
    keys.press("/");
    assertThat(search).isFocused();
    keys.type("shell");
    assertThat(tab.page()).hasURL(Pattern.compile("[?&]q=shell"));
    tab.waitUntilIdle();
    tab.page()
        .locator(".chipset button")
        .filter(new Locator.FilterOptions().setHasText("Critical"))
        .click();
    assertThat(tab.page()).hasURL(Pattern.compile("severity=critical"));
    // The rows of the last filter stay until those of this one are there.
    Locator rows = tab.page().locator("tbody tr");
    assertThat(rows).hasCount(1);
    String shown = rows.innerText();

    tab.page().reload();
    assertThat(rows).hasCount(1);
    assertThat(rows.innerText()).isEqualTo(shown);
    assertThat(search).hasValue("shell");

    tab.link("Policies").click();
    assertThat(tab.page()).hasURL(Pattern.compile("/policies$"));
    tab.waitUntilIdle();
    tab.page().goBack();
    assertThat(tab.page()).hasURL(Pattern.compile("q=shell"));
    assertThat(rows).hasCount(1);
    assertThat(rows.innerText()).isEqualTo(shown);
  }

  @Test
  void what_was_not_saved_is_not_lost_without_a_word() {
    tab.go("/settings/workspace");
    Locator name = tab.page().locator("main input.inp").first();
    name.fill("Another name");
    tab.link("Policies").click();
    assertThat(tab.dialog()).containsText("not saved");
    tab.dialog().getByText("Stay on page").click();
    assertThat(name).hasValue("Another name");
    tab.link("Policies").click();
    tab.dialog().getByText("Leave page", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(tab.page()).hasURL(Pattern.compile("/policies$"));
  }

  @Test
  void content_is_reached_past_the_sidebar_at_once() {
    tab.go("/agents");
    tab.page().evaluate("document.activeElement.blur(); getSelection().removeAllRanges()");
    keys.press("Tab");
    Locator skip = tab.link("Skip to content");
    skip.focus();
    assertThat(skip).isFocused();
    keys.press("Enter");
    assertThat(tab.page().locator("main")).isFocused();
  }
}
