package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.finding.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page does in a real browser, opened from a disk as people open it. */
@Tag("thorough")
class HtmlBrowserTest {
  private static final int MANY = 5_000;

  @TempDir private static Path directory;
  private static ReportWindow pages;

  @BeforeAll
  static void open() throws IOException {
    pages = ReportWindow.open(directory);
  }

  @AfterAll
  static void close() {
    if (pages != null) {
      pages.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scan", "clean", "diff", "hostile", "hostile-diff"})
  void a_page_asks_for_nothing_and_the_browser_has_nothing_to_complain_of(String page) {
    pages.visit(page);

    assertThat(pages.window().requests()).containsExactly(pages.address(page).toString());
    assertThat(pages.window().complaints()).isEmpty();
    assertThat(pages.isTrue("document.styleSheets[0].cssRules.length > 0")).isTrue();
    assertThat(pages.text("getComputedStyle(document.getElementById('theme')).display"))
        .isNotEqualTo("none");
  }

  @Test
  void a_script_that_is_not_the_reports_own_does_not_run() {
    pages.visit("scan");

    pages
        .window()
        .evaluate(
            "{const s = document.createElement('script'); s.textContent = 'window.owned = 1';"
                + " document.body.append(s);}");

    assertThat(pages.text("typeof window.owned")).isEqualTo("undefined");
    assertThat(String.join("\n", pages.window().complaints())).contains("Content Security Policy");
  }

  @Test
  void everything_can_be_read_and_severities_chosen_without_script() {
    pages.visitWithoutScripts("scan");

    assertThat(pages.titlesInSight()).hasSize(7);
    assertThat(pages.isVisible("#tools")).isFalse();
    assertThat(pages.isVisible("#theme")).isFalse();
    assertThat(pages.isVisible("#finding-1 dl")).isFalse();
    pages.window().click("#finding-1 summary");
    assertThat(pages.isVisible("#finding-1 dl")).isTrue();

    pages.window().click("#pick-low");
    assertThat(pages.titlesInSight())
        .containsExactly("A package is not pinned to an exact version");
    pages.window().click("#pick-info");
    assertThat(pages.titlesInSight())
        .containsExactly("A package is not pinned to an exact version", "no_servers");
  }

  @Test
  void on_paper_everything_is_unfolded_also_without_script() {
    pages.window().show(794, 1123, true);
    pages.window().runScripts(false);
    pages.window().visit(pages.address("scan"));

    pages.window().emulate("print", true);

    assertThat(pages.isVisible("#finding-1 dl")).isTrue();
    assertThat(pages.isVisible(".pick")).isFalse();
    assertThat(pages.text("getComputedStyle(document.body).colorScheme")).isEqualTo("light");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_theme_follows_the_system_until_it_is_switched(boolean isDark) {
    pages.visit("scan", 1280, isDark);
    String background = "getComputedStyle(document.documentElement).backgroundColor";
    String light = "rgb(245, 243, 238)";
    String dark = "rgb(17, 19, 20)";
    assertThat(pages.text(background)).isEqualTo(isDark ? dark : light);

    pages.window().click("#theme");

    assertThat(pages.text(background)).isEqualTo(isDark ? light : dark);
    assertThat(pages.text("location.hash")).isEqualTo(isDark ? "#theme=light" : "#theme=dark");
  }

  @Tag("thorough")
  @Test
  void thousands_of_findings_open_and_filter_without_a_long_wait() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      findings.add(TestFindings.all().get(i % 5));
    }
    pages.write("many", HtmlText.of(TestReports.of(findings.toArray(Finding[]::new))));
    pages.visit("many");

    double ready =
        pages
            .window()
            .evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
            .asDouble();
    pages.window().evaluate("window.t = performance.now()");
    pages.window().click("#pick-low");
    double filtered =
        pages
            .window()
            .evaluate(
                "new Promise(r => requestAnimationFrame(() => setTimeout(() =>"
                    + " r(performance.now() - window.t))))")
            .asDouble();

    assertThat(pages.textOf("#shown")).isEqualTo("1000 of 5000 shown");
    // Some ten times what a small machine takes.
    assertThat(ready).isLessThan(20_000);
    assertThat(filtered).isLessThan(10_000);
  }
}
