package io.svc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What axe-core finds fault with, and what does not fit a narrow window: nothing. */
@Tag("thorough")
class HtmlAccessibilityTest {
  private static final String AXE =
      "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
          + " 'best-practice']}).then(r => r.violations.map(v => v.id + ': ' + v.nodes[0].html))";

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
  @CsvSource({
    "scan, 1280, false",
    "scan, 1280, true",
    "scan, 360, false",
    "scan, 360, true",
    "clean, 1280, true",
    "clean, 360, false",
    "diff, 1280, false",
    "diff, 1280, true",
    "diff, 360, false",
    "diff, 360, true",
    "hostile, 360, false",
    "hostile-diff, 360, true"
  })
  void a_page_is_accessible_and_fits_its_window(String page, int width, boolean isDark)
      throws IOException {
    pages.visit(page, width, isDark);
    pages.window().evaluate("document.querySelectorAll('details').forEach(d => d.open = true)");
    pages
        .window()
        .evaluate("document.querySelectorAll('.finding').forEach(f => f.scrollIntoView())");

    assertThat(pages.window().evaluate("document.documentElement.scrollWidth").asInt())
        .isLessThanOrEqualTo(width);
    pages.window().evaluate(axe() + ";void 0");
    assertThat(pages.texts(AXE)).isEmpty();
  }

  private static String axe() throws IOException {
    try (InputStream in = HtmlAccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
