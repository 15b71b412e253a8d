package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What agents, servers and people are called is text on every page, whatever it looks like. */
class HostileTextTest {
  private static final String MARKUP = "<img src=x onerror=window.hit=1>";

  private static final String REPORT = "rpt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";

  /** A page that turned text into markup, or ran it, would have one of these. */
  private static final String HARMED =
      "window.hit === 1 || document.querySelector('img[src=\"x\"], [onerror]') !== null";

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private static Tab tab;
  private static String agent;
  private static String session;
  private static String policy;
  private static String incident;

  @BeforeAll
  static void open() {
    site = Site.empty(directory);
    Site.Person person = site.workspace("Acme");
    Site.Person register = person.withKey("register:write");
    agent =
        register
            .post(
                "/v1/register",
                Map.of("workflow_id", "wf-1", "platform", "n8n", "name", "Pay " + MARKUP))
            .path("agent_id")
            .asText();
    JsonNode decided =
        person
            .withKey("eval:write")
            .post(
                "/v1/eval",
                Map.of(
                    "agent_id",
                    agent,
                    "session_id",
                    "s-" + MARKUP,
                    "action",
                    Map.of("type", "tool_call", "tool", "read " + MARKUP)));
    session = decided.path("session_id").asText();
    policy =
        person
            .post(
                "/api/policies",
                Map.of("name", "Block " + MARKUP, "description", "About " + MARKUP))
            .path("policy")
            .path("id")
            .asText();
    incident =
        person
            .post(
                "/api/incidents",
                Map.of(
                    "title",
                    "Title " + MARKUP,
                    "summary",
                    "Summary " + MARKUP,
                    "severity",
                    "high",
                    "category",
                    "OTHER",
                    "agentIds",
                    List.of(agent)))
            .path("incident")
            .path("id")
            .asText();
    person.post("/api/admin/api-keys", Map.of("name", "Key " + MARKUP));
    report(person);
    tab = CHROMIUM.open(site, Chromium.Look.DESK, "acme").expectingErrors();
  }

  /** A file that was not read as a whole; who sent the report may have put anything beside that. */
  private static void report(Site.Person person) {
    Map<String, Object> report = new HashMap<>();
    report.put("report_id", REPORT);
    report.put("org_id", person.get("/api/auth/session").path("tenant").path("id").asText());
    report.put("source", "claude-desktop");
    report.put("config_path", "mcp.json");
    report.put("status", "partial");
    report.put("scanned_at", "2026-11-20T09:28:30.123Z");
    report.put("findings", List.of());
    List<Object> skipped = new ArrayList<>();
    skipped.add(Map.of("name", "one " + MARKUP, "line", 4, "reason", "because " + MARKUP));
    skipped.add(Map.of("name", "two", "line", Map.of(), "reason", "neither command nor url"));
    skipped.add(Map.of("name", Map.of("a", MARKUP), "reason", List.of(MARKUP)));
    skipped.add(MARKUP);
    skipped.add(null);
    report.put("extensions", Map.of("skipped_servers", skipped));
    person.withKey("reports:write").post("/api/v1/mcp/reports", report);
  }

  @Test
  void a_partial_report_names_what_was_skipped() {
    tab.go("/mcp/reports/" + REPORT);

    assertThat(tab.page().getByText("2 servers were skipped")).isVisible();
    assertThat(tab.page().getByText("one " + MARKUP + " (line 4): because " + MARKUP)).isVisible();
    assertThat(tab.page().getByText("two: neither command nor url")).isVisible();
  }

  @AfterAll
  static void close() {
    tab.close();
    site.close();
  }

  @TestFactory
  Stream<DynamicTest> is_text_on_the_page_of() {
    return Stream.of(
            "/agents",
            "/agents/" + agent,
            "/sessions/" + session,
            "/execution",
            "/policies",
            "/policies/" + policy,
            "/policies/" + policy + "/rollout",
            "/rollout",
            "/incidents",
            "/incidents/" + incident,
            "/discovery",
            "/mcp/reports/" + REPORT,
            "/settings/keys",
            "/audit")
        .map(path -> DynamicTest.dynamicTest(path, () -> check(path)));
  }

  private static void check(String path) {
    tab.go(path);

    assertThat(
            tab.page()
                .getByText(MARKUP)
                .filter(new Locator.FilterOptions().setVisible(true))
                .first())
        .isVisible();
    assertThat(tab.page().evaluate(HARMED)).isEqualTo(false);
  }

  @TestFactory
  Stream<DynamicTest> is_text_where_an_address_brings_it() {
    String asked = "?q=" + URLEncoder.encode(MARKUP, UTF_8);
    return Stream.of("/agents", "/policies", "/mcp", "/mcp/findings", "/discovery", "/incidents")
        .map(
            path ->
                DynamicTest.dynamicTest(
                    path,
                    () -> {
                      tab.go(path + asked);
                      assertThat(tab.page().evaluate(HARMED)).isEqualTo(false);
                    }));
  }
}
