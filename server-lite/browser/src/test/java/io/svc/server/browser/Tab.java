package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.RequestOptions;
import com.microsoft.playwright.options.WaitUntilState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A window of a browser, which remembers everything that went wrong in it. */
final class Tab implements AutoCloseable {
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

  private static final String AXE = AxeBuilder.getAxeScript();

  private final BrowserContext context;
  private final Page page;
  private final List<String> problems = new ArrayList<>();
  private final Set<String> unanswered = new LinkedHashSet<>();
  private boolean refusalsExpected;

  Tab(BrowserContext context, Page page) {
    this.context = context;
    this.page = page;
    page.onPageError(problems::add);
    page.onRequest(request -> unanswered.add(request.url()));
    page.onRequestFinished(request -> unanswered.remove(request.url()));
    page.onRequestFailed(request -> unanswered.remove(request.url()));
    page.onConsoleMessage(
        message -> {
          boolean isRefusal = message.text().startsWith("Failed to load resource");
          if (message.type().equals("error") && !(isRefusal && refusalsExpected)) {
            problems.add(message.text() + " at " + page.url());
          }
        });
    page.onDialog(
        dialog -> {
          problems.add("a dialog of the browser: " + dialog.message());
          dialog.dismiss();
        });
  }

  Page page() {
    return page;
  }

  BrowserContext context() {
    return context;
  }

  /** The server will refuse something, which a browser tells in its console. */
  Tab expectingErrors() {
    refusalsExpected = true;
    return this;
  }

  void signIn(String username) {
    var answer =
        context
            .request()
            .post(
                "/api/auth/login",
                RequestOptions.create()
                    .setData(Map.of("username", username, "password", Site.PASSWORD)));
    if (!answer.ok()) {
      throw new IllegalStateException(username + " cannot sign in: " + answer.text());
    }
  }

  /** Goes to a page and waits until it stands still. */
  Tab go(String path) {
    page.navigate(path, new Page.NavigateOptions().setWaitUntil(WaitUntilState.COMMIT));
    return waitUntilIdle();
  }

  /** Waits until nothing is on its way any more. */
  Tab waitUntilIdle() {
    try {
      assertThat(page.locator("h1").first()).isVisible();
      assertThat(page.locator(".sk")).hasCount(0);
    } catch (AssertionError e) {
      // Without these, nobody knows what it waited for.
      throw new AssertionError(
          "%s does not stand still%n  shows: %s%n  unanswered: %s%n  complaints: %s"
              .formatted(page.url(), page.innerText("body"), unanswered, problems),
          e);
    }
    return this;
  }

  Locator heading() {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1));
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator link(String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  Locator dialog() {
    return page.locator("dialog[open]");
  }

  /** What stands in the way of people who hear, or type, or see badly. */
  List<String> barriers() {
    // Straight from the page: the library's own way brings all that is right over as well.
    page.evaluate(AXE);
    Object found =
        page.evaluate(
            """
            tags => axe.run(document, { runOnly: tags, resultTypes: ["violations"] })
              .then(({ violations }) => violations.map(({ id, help, nodes }) =>
                `${id}: ${help} ${nodes.slice(0, 3).map((node) => node.html).join(" | ")}`))
            """,
            RULES);
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  /** How many pixels stick out at the side. */
  int overhang() {
    return ((Number) page.evaluate("document.documentElement.scrollWidth - innerWidth")).intValue();
  }

  List<String> problems() {
    return problems;
  }

  /** Ends it; what went wrong meanwhile fails the test. */
  @Override
  public void close() {
    context.close();
    if (!problems.isEmpty()) {
      throw new AssertionError("the browser complained:\n  " + String.join("\n  ", problems));
    }
  }
}
