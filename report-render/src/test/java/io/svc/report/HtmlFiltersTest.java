package io.svc.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people can choose and unfold with the help of the script. */
@Tag("thorough")
class HtmlFiltersTest {
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

  @Test
  void filters_work_together_count_and_can_be_cleared() {
    pages.visit("scan");
    assertThat(pages.textOf("#shown")).isEqualTo("6 total");

    choose("server", "=github");
    assertThat(pages.textOf("#shown")).isEqualTo("3 of 6 shown");
    assertThat(pages.texts("[...document.querySelectorAll('.tile b')].map(b => b.textContent)"))
        .containsExactly("0", "2", "0", "1", "0");

    pages.window().click("#pick-high");
    assertThat(pages.textOf("#shown")).isEqualTo("2 of 6 shown");
    pages.window().type("#q", "no such words");
    assertThat(pages.becomesTrue("!document.getElementById('none').hidden")).isTrue();
    assertThat(pages.textOf("#shown")).isEqualTo("0 of 6 shown");
    assertThat(pages.titlesInSight()).isEmpty();

    pages.window().click("#clear");
    assertThat(pages.textOf("#shown")).isEqualTo("6 total");
    assertThat(pages.titlesInSight()).hasSize(7);
    assertThat(pages.window().complaints()).isEmpty();
  }

  @Test
  void the_address_contains_what_was_chosen() {
    pages.visit("scan");
    pages.window().click("#pick-high");
    choose("type", "=hardcoded_secret");
    pages.window().type("#q", "ghp_");
    assertThat(pages.becomesTrue("location.hash.includes('q=')")).isTrue();

    String hash = pages.text("location.hash");
    assertThat(hash).isEqualTo("#severity=high&type=hardcoded_secret&q=ghp_");

    pages.window().visit(pages.address("clean"));
    pages.window().visit(URI.create(pages.address("scan") + hash));
    assertThat(pages.becomesTrue("document.getElementById('shown')?.textContent")).isTrue();
    assertThat(pages.textOf("#shown")).isEqualTo("2 of 6 shown");
    assertThat(pages.text("document.getElementById('type').value")).isEqualTo("=hardcoded_secret");
  }

  @Test
  void a_link_to_a_finding_that_is_filtered_away_shows_it() {
    pages.visit("scan");
    pages.window().click("#pick-info");

    pages.window().evaluate("void (location.hash = 'finding-2')");

    assertThat(pages.becomesTrue("document.querySelector('#finding-2 details').open")).isTrue();
    assertThat(pages.isVisible("#finding-2 dl")).isTrue();
  }

  @Test
  void a_slash_goes_to_the_search_and_escape_empties_it() {
    pages.visit("scan");

    pages.window().press("/");
    assertThat(pages.becomesTrue("document.activeElement?.id === 'q'")).isTrue();
    pages.window().type("#q", "a/b");
    assertThat(pages.text("document.activeElement.value")).isEqualTo("a/b");
    pages.window().press("\uE00C");

    assertThat(pages.text("document.getElementById('q').value")).isEmpty();
    assertThat(pages.textOf("#shown")).isEqualTo("6 total");
  }

  @Test
  void details_are_opened_all_at_once_and_a_fingerprint_is_copied() {
    pages.visit("scan");

    pages.window().click("#expand");
    assertThat(
            pages.window().evaluate("document.querySelectorAll('.finding [open]').length").asInt())
        .isEqualTo(7);
    assertThat(pages.becomesTrue("document.querySelector('#finding-2 .copy')")).isTrue();
    pages.window().click("#finding-2 .copy");

    assertThat(
            pages.becomesTrue(
                "document.querySelector('#finding-2 .copy').textContent === 'Copied'"))
        .isTrue();
  }

  private static void choose(String select, String value) {
    pages
        .window()
        .evaluate(
            "{const s = document.getElementById('%s'); s.value = '%s'; s.dispatchEvent(new Event('change'));}"
                .formatted(select, value));
  }
}
