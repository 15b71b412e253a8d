package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages of ten thousand findings and of a session with five thousand events. Frame times are
 * printed only, because they depend on the machine; the number of rows that a page shows at once is
 * asserted.
 */
class ManyThingsTest {
  private static final int FINDINGS = 10_000;
  private static final int EVENTS = 5_000;
  private static final int AT_ONCE = 500;
  private static final Duration ALL_LOADED_WITHIN = Duration.ofMinutes(3);
  private static final int MAX_ROWS = 200;
  private static final String SCANNED = "2026-11-20T09:00:00.000Z";

  /**
   * Scrolls to the end, one screen for each frame, and returns the times of the frames in
   * milliseconds. Without a display, Chromium sometimes draws no more frames, so a timer continues.
   */
  private static final String SCROLL =
      """
      () => new Promise((resolve) => {
        const frames = [];
        let last = performance.now();
        const next = () => {
          let isDone = false;
          const once = () => {
            if (!isDone) step(performance.now());
            isDone = true;
          };
          requestAnimationFrame(once);
          setTimeout(once, 250);
        };
        const step = (now) => {
          frames.push(now - last);
          last = now;
          const end = document.documentElement.scrollHeight - innerHeight - 2;
          if (scrollY >= end) {
            frames.sort((a, b) => a - b);
            const at = (share) => frames[Math.floor((frames.length - 1) * share)];
            resolve([frames.length, at(0.5), at(0.95), at(1)]);
          } else {
            scrollBy(0, innerHeight);
            next();
          }
        };
        next();
      })
      """;

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private static Site.Person person;

  @BeforeAll
  static void open() {
    site = Site.empty(directory);
    person = site.workspace("Acme");
  }

  @AfterAll
  static void close() {
    site.close();
  }

  private static Map<String, Object> finding(int number) {
    Map<String, Object> finding = new HashMap<>();
    finding.put("finding_id", "fnd_%026d".formatted(number));
    finding.put("finding_type", "unpinned_package");
    finding.put("severity", List.of("low", "medium", "high").get(number % 3));
    finding.put("server", "server-" + number);
    finding.put("detail", "The package stands without one exact version.");
    finding.put("remediation", "Name one exact version.");
    finding.put("config_path", "team/mcp-" + number % 40 + ".json");
    finding.put("source", "claude-desktop");
    finding.put("suppressed", false);
    finding.put("suppressed_by", "");
    finding.put("observed_at", SCANNED);
    finding.put("collected_at", SCANNED);
    finding.put("processed_at", SCANNED);
    finding.put("extensions", Map.of("fingerprint", "fp-%06d".formatted(number)));
    return finding;
  }

  private static void upload(int from, int count) {
    String org = person.get("/api/auth/session").path("tenant").path("id").asText();
    List<Map<String, Object>> findings = new ArrayList<>();
    for (int number = from; number < from + count; number++) {
      findings.add(finding(number));
    }
    Map<String, Object> report = new HashMap<>();
    report.put("report_id", "rpt_%026d".formatted(from));
    report.put("org_id", org);
    report.put("source", "claude-desktop");
    report.put("config_path", "team/mcp-" + from + ".json");
    report.put("status", "complete");
    report.put("scanned_at", SCANNED);
    report.put("findings", findings);
    person.withKey("reports:write").post("/api/v1/mcp/reports", report);
  }

  @Test
  void ten_thousand_findings_are_a_page_of_them_at_a_time() {
    for (int from = 0; from < FINDINGS; from += 1_000) {
      upload(from, 1_000);
    }
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, "acme")) {
      tab.go("/mcp/findings");

      assertThat(tab.page().locator(".foot-bar")).containsText("1,000 or more findings");
      int rows = tab.page().locator("tbody tr").count();
      assertThat(rows).isBetween(1, MAX_ROWS);
      printFrames("findings", tab);
      String first = tab.page().locator("tbody tr").first().innerText();
      tab.button("Next").click();
      assertThat(tab.page().locator("tbody tr").first()).not().hasText(first);
    }
  }

  @Test
  void a_session_of_thousands_of_events_scrolls() {
    Site.Person telemetry = person.withKey("telemetry:write");
    Instant start = Instant.now().minusSeconds(EVENTS);
    for (int from = 0; from < EVENTS; from += AT_ONCE) {
      List<Map<String, Object>> events = new ArrayList<>();
      for (int number = from; number < from + AT_ONCE; number++) {
        events.add(
            Map.of(
                "event_type",
                "ToolCallEvent",
                "timestamp",
                start.plusSeconds(number).toString(),
                "agent_id",
                "long-runner",
                "session_id",
                "long-session",
                "payload",
                Map.of("tool", "read_ticket", "duration_ms", 12)));
      }
      JsonNode answer = telemetry.post("/v1/telemetry/events", Map.of("events", events));
      assertThat(answer.path("accepted").asInt()).as(answer.toString()).isEqualTo(AT_ONCE);
    }
    String agent = person.get("/api/agents").path("agents").get(0).path("id").asText();
    String session =
        person
            .get("/api/agents/" + agent + "/sessions")
            .path("sessions")
            .get(0)
            .path("id")
            .asText();
    try (Tab tab = CHROMIUM.open(site, Chromium.Look.DESK, "acme")) {
      tab.go("/sessions/" + session);
      printFrames("timeline", tab);

      // Scrolling to the end loads the next events. Other tests use the same processors, so the
      // number
      // of scrolls is not fixed.
      Locator last = tab.page().locator(".tl li").nth(EVENTS - 1);
      Instant deadline = Instant.now().plus(ALL_LOADED_WITHIN);
      while (last.count() == 0 && Instant.now().isBefore(deadline)) {
        tab.page().evaluate(SCROLL);
        tab.page().waitForTimeout(300);
      }
      assertThat(last).isAttached();
      tab.page().evaluate("scrollTo(0, 0)");
      printFrames("timeline, whole", tab);
    }
  }

  private static void printFrames(String description, Tab tab) {
    List<?> frames = (List<?>) tab.page().evaluate(SCROLL);
    System.out.printf(
        Locale.ROOT,
        "%-18s %4d frames: %.0f ms half, %.0f ms 95 of 100, %.0f ms the longest%n",
        description,
        ((Number) frames.get(0)).intValue(),
        ((Number) frames.get(1)).doubleValue(),
        ((Number) frames.get(2)).doubleValue(),
        ((Number) frames.get(3)).doubleValue());
  }
}
