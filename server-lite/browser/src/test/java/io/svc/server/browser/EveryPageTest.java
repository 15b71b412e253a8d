package io.svc.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What holds for every page, in both themes, on a desk and in a hand. */
class EveryPageTest {
  private static final String ADMIN = "demo-admin";

  /** What shows that a page was given something that it did not expect. */
  private static final Pattern SLIP =
      Pattern.compile("\\bundefined\\b|\\[object Object]|\\bNaN\\b|\\bnull\\b|Invalid Date");

  private static final Pattern KEY = Pattern.compile("svck_[0-9A-Z]{8}_[0-9A-Za-z]{32}");

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private static final List<Tab> INSIDE = new ArrayList<>();
  private static final List<Tab> OUTSIDE = new ArrayList<>();

  @BeforeAll
  static void open() {
    site = Site.demo(directory);
    for (Chromium.Look view : Chromium.Look.ALL) {
      INSIDE.add(CHROMIUM.open(site, view, ADMIN));
      OUTSIDE.add(CHROMIUM.open(site, view).expectingErrors());
    }
  }

  @AfterAll
  static void close() {
    INSIDE.forEach(tab -> tab.context().close());
    OUTSIDE.forEach(tab -> tab.context().close());
    site.close();
  }

  @TestFactory
  Stream<DynamicTest> is_complete_and_public() {
    Site.Person person = site.newUser();
    person.post("/api/auth/login", Map.of("username", ADMIN, "password", Site.PASSWORD));
    return Addresses.of(person).stream()
        .map(path -> DynamicTest.dynamicTest(path, () -> check(INSIDE, path)));
  }

  @TestFactory
  Stream<DynamicTest> is_complete_without_a_sign_in() {
    return Addresses.DOORS.stream()
        .map(path -> DynamicTest.dynamicTest(path, () -> check(OUTSIDE, path)));
  }

  @Test
  void a_barrier_would_be_found() {
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK)) {
      tab.go("/forgot").page().evaluate("document.querySelector('label').remove()");

      assertThat(tab.barriers()).singleElement().asString().startsWith("label: ");
    }
  }

  private static void check(List<Tab> tabs, String path) {
    List<String> wrong = new ArrayList<>();
    for (Tab tab : tabs) {
      int before = tab.problems().size();
      tab.go(path);
      String look =
          tab.page().viewportSize().width
              + " "
              + tab.page().evaluate("document.documentElement.dataset.theme");
      tab.barriers().forEach(barrier -> wrong.add(look + ": " + barrier));
      if (tab.overhang() > 0) {
        wrong.add(look + ": " + tab.overhang() + " pixels stick out");
      }
      String title = tab.page().title();
      if (!title.endsWith(" · Svc Preflight")) {
        wrong.add(look + ": the title is \"" + title + '"');
      }
      if (!"H1".equals(tab.page().evaluate("document.activeElement.tagName"))) {
        wrong.add(
            look
                + ": the focus is on "
                + tab.page().evaluate("document.activeElement.outerHTML.slice(0, 120)"));
      }
      String text = tab.page().innerText("body");
      SLIP.matcher(text).results().forEach(slip -> wrong.add(look + ": says " + slip.group()));
      String stored =
          tab.page().content()
              + tab.page().evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
              + tab.page().url();
      if (KEY.matcher(stored).find()) {
        wrong.add(look + ": a key is in the page");
      }
      wrong.addAll(tab.problems().subList(before, tab.problems().size()));
    }
    assertThat(wrong).isEmpty();
  }
}
