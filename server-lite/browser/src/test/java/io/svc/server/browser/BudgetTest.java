package io.svc.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.options.LoadState;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a page costs somebody who comes for the first time: bytes on the wire, as the browser counts
 * them with their headers. With {@code -Drounds=3}, the time too until its data is there on a slow
 * line and a slow machine, which is printed and not held to anything: it is this machine's too.
 */
class BudgetTest {
  private static final long MAX_BYTES = 120_000;
  private static final double WANTED_SECONDS = 1.5;

  /** 10 Mbit a second in bytes, 40 ms there and back, a processor four times slower. */
  private static final double BYTES_PER_SECOND = 10_000_000 / 8.0;

  private static final double LATENCY_MILLIS = 40;
  private static final double SLOWER = 4;

  /** How often each page is timed; the middle one counts. */
  private static final int ROUNDS = Integer.getInteger("rounds", 0);

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;

  private record Load(long bytes, int requests, double seconds) {}

  @BeforeAll
  static void open() {
    site = Site.demo(directory);
    System.out.printf(Locale.ROOT, "%-32s %10s %9s%n", "page", "KB", "requests");
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @TestFactory
  Stream<DynamicTest> stays_within_its_budget() {
    Site.Person person = site.newUser();
    person.post("/api/auth/login", Map.of("username", "demo-admin", "password", Site.PASSWORD));
    return Addresses.of(person).stream()
        .filter(path -> !path.contains("?"))
        .map(path -> DynamicTest.dynamicTest(path, () -> check(path)));
  }

  private static void check(String path) {
    Load plain = load(path, false);
    System.out.printf(
        Locale.ROOT,
        "%-32s %10.1f %9d%s%n",
        path.replaceAll("[a-z]{3}_[0-9A-Z]{26}", "{id}"),
        plain.bytes() / 1000.0,
        plain.requests(),
        ROUNDS == 0 ? "" : timed(path));

    assertThat(plain.bytes()).isLessThanOrEqualTo(MAX_BYTES);
  }

  private static String timed(String path) {
    double[] seconds =
        IntStream.range(0, ROUNDS).mapToDouble(i -> load(path, true).seconds()).sorted().toArray();
    double median = seconds[ROUNDS / 2];
    return String.format(
        Locale.ROOT,
        "  %.2f s on a slow line%s",
        median,
        median > WANTED_SECONDS ? ", over " + WANTED_SECONDS : "");
  }

  /** Loads a page with nothing kept. */
  private static Load load(String path, boolean slowly) {
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, "demo-admin")) {
      CDPSession session = tab.context().newCDPSession(tab.page());
      session.send("Network.enable");
      if (slowly) {
        JsonObject line = new JsonObject();
        line.addProperty("offline", false);
        line.addProperty("latency", LATENCY_MILLIS);
        line.addProperty("downloadThroughput", BYTES_PER_SECOND);
        line.addProperty("uploadThroughput", BYTES_PER_SECOND);
        session.send("Network.emulateNetworkConditions", line);
        JsonObject processor = new JsonObject();
        processor.addProperty("rate", SLOWER);
        session.send("Emulation.setCPUThrottlingRate", processor);
      }
      long[] seen = new long[2];
      session.on(
          "Network.loadingFinished",
          event -> {
            seen[0] += event.get("encodedDataLength").getAsLong();
            seen[1]++;
          });
      long begun = System.nanoTime();
      tab.go(path);
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (!slowly) {
        tab.page().waitForLoadState(LoadState.NETWORKIDLE);
      }
      return new Load(seen[0], (int) seen[1], seconds);
    }
  }
}
