package io.svc.server.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The browser of the machine, started once for all tests of a process. */
final class Chromium implements BeforeAllCallback {
  /** Nothing but the pages: what a browser does on its own would only wait for the network. */
  private static final List<String> FLAGS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private static final double PATIENCE_MILLIS = 20_000;

  private Started started;

  private record Started(Playwright playwright, Browser browser) implements AutoCloseable {
    @Override
    public void close() {
      browser.close();
      playwright.close();
    }
  }

  /** Light or dark, and as wide as a desk or a hand. */
  record Look(ColorScheme theme, int width) {
    static final Look DESK = new Look(ColorScheme.LIGHT, 1440);
    static final Look HAND = new Look(ColorScheme.LIGHT, 390);
    static final List<Look> ALL =
        List.of(DESK, HAND, new Look(ColorScheme.DARK, 1440), new Look(ColorScheme.DARK, 390));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Optional<Path> chromium = installed();
    if (chromium.isEmpty()) {
      String missing = "Tests in a browser need chromium; on Debian: apt-get install chromium";
      if (System.getenv("CI") != null) {
        throw new IllegalStateException(missing);
      }
      System.err.println("SKIPPED: " + missing);
      Assumptions.abort(missing);
    }
    started =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .computeIfAbsent("browser", key -> start(chromium.orElseThrow()), Started.class);
  }

  private static Optional<Path> installed() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
        .flatMap(folder -> Stream.of("chromium", "google-chrome").map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Started start(Path chromium) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Browser browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(chromium).setArgs(FLAGS));
    return new Started(playwright, browser);
  }

  /** A window with nobody signed in. */
  Tab open(Site site, Look view) {
    BrowserContext context =
        started
            .browser()
            .newContext(
                new Browser.NewContextOptions()
                    .setBaseURL(site.base().toString())
                    .setColorScheme(view.theme())
                    .setViewportSize(view.width(), 900));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
    Page page = context.newPage();
    return new Tab(context, page);
  }

  /** A window of somebody who is signed in. */
  Tab open(Site site, Look view, String username) {
    Tab tab = open(site, view);
    tab.signIn(username);
    return tab;
  }
}
