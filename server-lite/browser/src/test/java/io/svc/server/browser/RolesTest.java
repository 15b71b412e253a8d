package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of people who may do little: whole, without a refusal, and with who may do the rest.
 */
class RolesTest {
  private static final String VIEWER = "vera.viewer@demo.example";
  private static final String AUDITOR = "aiko.auditor@demo.example";

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

  @TestFactory
  Stream<DynamicTest> a_page_asks_for_nothing_that_its_reader_may_not_read() {
    return Stream.of(VIEWER, AUDITOR)
        .map(
            memberId ->
                DynamicTest.dynamicTest(
                    memberId,
                    () -> {
                      List<String> rejected = new ArrayList<>();
                      try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, memberId)) {
                        tab.page()
                            .onResponse(
                                answer -> {
                                  if (answer.status() >= 400) {
                                    rejected.add(answer.status() + " " + answer.url());
                                  }
                                });
                        Addresses.lists().forEach(tab::go);
                      }
                      assertThat(rejected).isEmpty();
                    }));
  }

  @Test
  void forbidden_actions_are_shown_with_the_required_role() {
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, VIEWER)) {
      tab.go("/rollout");
      Locator freeze =
          tab.page()
              .locator("button")
              .filter(new Locator.FilterOptions().setHasText("Freeze rollouts"));

      assertThat(freeze).hasAttribute("aria-disabled", "true");
      assertThat(freeze).hasAttribute("title", Pattern.compile("Administrators can do this"));
      freeze.click(new Locator.ClickOptions().setForce(true));
      assertThat(tab.dialog()).hasCount(0);

      tab.go("/audit");
      assertThat(tab.page().getByText(Pattern.compile("can do this")).first()).isVisible();
    }
  }
}
