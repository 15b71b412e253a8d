package io.svc.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.browser.Chromium;
import io.svc.browser.Window;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The sample reports as files, and a browser's window to look at them. */
final class ReportWindow implements AutoCloseable {
  private final Path directory;
  private final Chromium chromium;
  private final Window window;

  private ReportWindow(Path directory, Chromium chromium) {
    this.directory = directory;
    this.chromium = chromium;
    this.window = chromium.open();
  }

  static ReportWindow open(Path directory) throws IOException {
    ReportWindow opened = new ReportWindow(directory, Chromium.start());
    opened.write("scan", HtmlText.of(TestReports.withFindings(), TestReports.partial()));
    opened.write("clean", HtmlText.of(TestReports.clean()));
    opened.write("diff", HtmlText.of(TestDiffs.drift()));
    opened.write("hostile", HtmlText.of(TestReports.hostile()));
    opened.write("hostile-diff", HtmlText.of(TestDiffs.hostile()));
    return opened;
  }

  Window window() {
    return window;
  }

  void write(String page, String html) throws IOException {
    Files.writeString(directory.resolve(page + ".html"), html, UTF_8);
  }

  URI address(String page) {
    return URI.create("file://" + directory.resolve(page + ".html"));
  }

  /** Shows a page on a desk, in light colours. */
  void visit(String page) {
    visit(page, 1280, false);
  }

  void visit(String page, int width, boolean isDark) {
    window.show(width, 900, isDark);
    window.visit(address(page));
  }

  /** Shows a page to somebody whose browser runs no scripts. */
  void visitWithoutScripts(String page) {
    window.show(1280, 900, false);
    window.runScripts(false);
    window.visit(address(page));
  }

  /** The titles of the findings that are not filtered away. */
  List<String> titlesInSight() {
    return texts(
        "[...document.querySelectorAll('.finding')].filter(f => f.checkVisibility())"
            + ".map(f => f.querySelector('h3').textContent)");
  }

  boolean isVisible(String selector) {
    return isTrue("document.querySelector('" + selector + "').checkVisibility()");
  }

  boolean isTrue(String expression) {
    return window.evaluate(expression).asBoolean();
  }

  String text(String expression) {
    return window.evaluate(expression).asText();
  }

  String textOf(String selector) {
    return text("document.querySelector('" + selector + "').textContent");
  }

  List<String> texts(String expression) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : window.evaluate(expression)) {
      texts.add(text.asText());
    }
    return texts;
  }

  /** Whether something comes true within five seconds. */
  boolean becomesTrue(String condition) {
    return isTrue(
        "new Promise(done => {const until = Date.now() + 5000; const look = () =>"
            + " ("
            + condition
            + ") ? done(true) : Date.now() > until ? done(false)"
            + " : setTimeout(look, 20); look();})");
  }

  @Override
  public void close() {
    window.close();
    chromium.close();
  }
}
