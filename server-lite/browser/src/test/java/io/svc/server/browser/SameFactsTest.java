package io.svc.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Compares the same fact on all pages of the demo workspace that show it. */
class SameFactsTest {
  private static final String ADMIN = "demo-admin";
  private static final List<String> SEVERITIES =
      List.of("critical", "high", "medium", "low", "info");

  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*");
  private static final Pattern RAW_ID = Pattern.compile("\\b[a-z]{3}_[0-9A-Z]{4,}");

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private static Site.Person person;
  private static Tab tab;

  @BeforeAll
  static void open() {
    site = Site.demo(directory);
    person = site.newUser();
    person.post("/api/auth/login", Map.of("username", ADMIN, "password", Site.PASSWORD));
    tab = CHROMIUM.open(site, Chromium.Look.DESK, ADMIN);
  }

  @AfterAll
  static void close() {
    tab.context().close();
    site.close();
  }

  /** A row of a table: its link, its title, the text below it, and its cells by label. */
  private record Row(String href, String title, String detail, Map<String, String> cells) {
    String cell(String label) {
      assertThat(cells).as(title).containsKey(label);
      return cells.get(label);
    }
  }

  @Test
  void open_alerts_are_the_same_number_everywhere() {
    Map<String, Integer> facts = new LinkedHashMap<>();
    go("/overview");
    facts.put("sidebar", sidebar("/alerts"));
    facts.put("overview, tile", tile("Open alerts"));
    tab.page().locator("a.tile", hasText("Open alerts")).click();
    tab.waitUntilIdle();
    facts.put("list of the tile", listed());
    tab.go("/alerts");
    facts.put("list of alerts", listed());

    assertSame(facts);
  }

  @Test
  void open_incidents_are_the_same_number_everywhere() {
    Map<String, Integer> facts = new LinkedHashMap<>();
    go("/overview");
    facts.put("sidebar", sidebar("/incidents"));
    facts.put("overview, tile", tile("Open incidents"));
    facts.put(
        "overview, attention",
        (int) details().filter(Pattern.compile("^Incident #").asPredicate()).count());
    tab.page().locator("a.tile", hasText("Open incidents")).click();
    tab.waitUntilIdle();
    facts.put("list of the tile", listed());

    assertSame(facts);
  }

  @Test
  void items_that_wait_for_a_review_are_the_same_number_everywhere() {
    for (List<String> item :
        List.of(
            List.of("pending approval", "/approvals"),
            List.of("unreviewed MCP server", "/mcp"),
            List.of("unreviewed asset", "/discovery"))) {
      Map<String, Integer> facts = new LinkedHashMap<>();
      go("/overview");
      facts.put("sidebar, " + item.get(1), sidebar(item.get(1)));
      facts.put("overview, attention", attention(item.get(0)));
      tab.page().locator(".att li", hasText(item.get(0))).locator("a.btn").click();
      tab.waitUntilIdle();
      facts.put("list of the item", listed());

      assertSame(facts);
    }
  }

  @Test
  void agents_and_policies_are_the_same_number_everywhere() {
    Map<String, Integer> agents = new LinkedHashMap<>();
    Map<String, Integer> policies = new LinkedHashMap<>();
    go("/overview");
    agents.put("overview, tile", tile("Agents"));
    policies.put("overview, tile", tileOf("Policies in enforce"));
    policies.put("overview, stages", numbers(".pipe.two b"));
    tab.go("/agents");
    agents.put("list of agents", listed());
    tab.go("/lifecycle");
    agents.put("lifecycle, by state", numbers(".funnel b"));
    tab.go("/policies");
    policies.put("list of policies", listed());
    tab.go("/rollout");
    policies.put("rollout, by stage", numbers(".board h2 .dim"));

    assertSame(agents);
    assertSame(policies);
  }

  @Test
  void policies_of_a_stage_are_the_same_number_everywhere() {
    go("/overview");
    List<String> links = hrefs(".pipe.two a");
    assertThat(links).hasSize(5);
    for (String link : links) {
      go("/overview");
      Map<String, Integer> facts = new LinkedHashMap<>();
      facts.put("overview", numbers(".pipe.two a[href='" + link + "'] b"));
      tab.go(link);
      facts.put(link, numbers(".board h2 .dim"));

      assertThat(facts.values()).as(facts.toString()).containsOnly(facts.get("overview"));
    }
  }

  @Test
  void open_findings_are_the_same_number_everywhere() {
    for (String severity : SEVERITIES) {
      Map<String, Integer> facts = new LinkedHashMap<>();
      go("/overview");
      facts.put("overview", numbers(".bars a[href*='severity=" + severity + "'] .n"));
      go("/mcp/findings");
      facts.put("filter", numbers(".chipset button:text-matches('^" + severity + "', 'i') .n"));
      tab.go("/mcp/findings?severity=" + severity);
      facts.put("list", listed());
      tab.go("/mcp");
      facts.put(
          "servers",
          rows().stream().mapToInt(row -> counted(row.cell("Open findings"), severity)).sum()
              + withoutServer(severity));

      assertThat(facts.values()).as(severity + facts).containsOnly(facts.get("overview"));
    }
  }

  /** Findings about a file as a whole belong to no server. */
  private static int withoutServer(String severity) {
    int found = 0;
    for (JsonNode finding :
        person
            .get("/api/mcp/findings?status=new,open&page_size=200&severity=" + severity)
            .path("findings")) {
      found += finding.path("server").asText().isEmpty() ? 1 : 0;
    }
    return found;
  }

  @Test
  void changes_of_the_baseline_are_the_same_number_everywhere() {
    Map<String, Integer> facts = new LinkedHashMap<>();
    go("/overview");
    facts.put("overview, attention", attention("since the approved MCP baseline"));
    tab.go("/mcp/baseline");
    facts.put("baseline", numbers(".diff-tools button:has-text('All changes') .n"));

    assertSame(facts);
  }

  @Test
  void certified_workflows_are_the_same_number_everywhere() {
    Map<String, Integer> facts = new LinkedHashMap<>();
    go("/overview");
    facts.put("overview", number(values().get("Certified workflows")));
    tab.go("/certifications");
    facts.put(
        "certifications",
        (int) rows().stream().filter(row -> row.cell("Status").equals("Certified")).count());

    assertSame(facts);
  }

  @Test
  void an_agent_has_the_same_facts_on_all_pages() {
    tab.go("/agents");
    List<Row> agents = rows();
    assertThat(agents).hasSizeGreaterThan(5);
    for (Row agent : agents) {
      tab.go(agent.href());
      Map<String, String> values = values();
      String factors = text(".factors");
      assertThat(values.get("Status")).as(agent.title()).isEqualTo(agent.cell("Status"));
      assertThat(values.get("Lifecycle")).as(agent.title()).isEqualTo(agent.cell("Lifecycle"));
      assertThat(text("section[aria-labelledby=h-risk] .risk"))
          .as(agent.title())
          .isEqualTo(agent.cell("Risk"));
      boolean hasOwner = !values.get("Owner").equals("Unowned");
      assertThat(factors.contains("No owner") && hasOwner).as(agent.title() + factors).isFalse();
      if (hasOwner) {
        assertThat(agent.detail()).contains(before(values.get("Owner"), ","));
      }
      assertThat(numbers(".views a:has-text('Alerts') .n"))
          .as(agent.title())
          .isEqualTo(number(agent.cell("Open alerts")));
      assertThat(numbers(".views a:has-text('Policies') .n"))
          .as(agent.title())
          .isEqualTo(number(agent.cell("Policies")));
      tab.go(agent.href() + "?tab=alerts");
      assertThat(listed()).as(agent.title()).isEqualTo(number(agent.cell("Open alerts")));
      tab.go(agent.href() + "?tab=policies");
      assertThat(rows()).as(agent.title()).hasSize(number(agent.cell("Policies")));
    }
  }

  @Test
  void an_asset_has_the_facts_of_its_agent() {
    tab.go("/agents");
    Map<String, Row> agents = new LinkedHashMap<>();
    rows().forEach(row -> agents.put(row.href().substring("/agents/".length()), row));
    int compared = 0;
    for (JsonNode asset : person.get("/api/discovery").path("assets")) {
      Row agent = agents.get(asset.path("agentId").asText());
      if (agent == null) {
        continue;
      }
      tab.go(agent.href());
      String owner = before(values().get("Owner"), ",");
      String connectors = values().get("Connectors");
      List<String> factors = texts(".factors b");
      tab.go("/discovery/" + asset.path("id").asText());
      String title = agent.title();
      assertThat(text("main .risk")).as(title).isEqualTo(agent.cell("Risk"));
      assertThat(values().getOrDefault("Owner", "Unowned")).as(title).isEqualTo(owner);
      assertThat(texts(".pts .t")).as(title).isEqualTo(factors);
      texts("section:has(h2:text-is('Connectors')) .t")
          .forEach(name -> assertThat(connectors).as(title).contains(name));
      compared++;
    }
    assertThat(compared).isGreaterThan(5);
  }

  @Test
  void an_agent_with_recorded_tool_calls_has_tools() {
    int compared = 0;
    for (JsonNode agent : person.get("/api/agents").path("agents")) {
      String path = "/agents/" + agent.path("id").asText();
      boolean hasCalls = false;
      for (JsonNode session : person.get("/api" + path + "/sessions?limit=20").path("sessions")) {
        hasCalls |= session.at("/counts/toolCalls").asInt() > 0;
      }
      tab.go(path);
      assertThat(values().get("Tools").startsWith("None") && hasCalls)
          .as(agent.toString())
          .isFalse();
      compared += hasCalls ? 1 : 0;
    }
    assertThat(compared).isGreaterThan(5);
  }

  @Test
  void a_degraded_agent_is_degraded_on_all_pages_and_its_reason_reads_as_a_failure() {
    tab.go("/lifecycle");
    List<String> names = texts("section:has(h2:text('Degraded in production')) a.t");
    List<String> reasons = texts("section:has(h2:text('Degraded in production')) .d");
    go("/overview");
    int counted = attention("degraded agent");
    tab.go("/agents");
    List<String> degraded = new ArrayList<>();
    for (Row agent : rows()) {
      if (agent.cell("Status").contains("Degraded")) {
        degraded.add(agent.title());
      }
    }

    assertThat(names).isNotEmpty();
    assertThat(degraded).containsAll(names).hasSize(counted);
    assertThat(reasons).allMatch(Pattern.compile("^Gate failed: |% of ").asPredicate());
  }

  @Test
  void a_policy_has_the_same_stage_on_all_pages() {
    tab.go("/policies");
    List<Row> policies = rows();
    assertThat(policies).hasSizeGreaterThan(5);
    for (Row policy : policies) {
      String stage = policy.cell("Stage");
      tab.go(policy.href());
      assertThat(values().get("Stage")).as(policy.title()).isEqualTo(stage);
      String version = values().get("Current version");
      tab.go(policy.href() + "?tab=versions");
      assertThat(texts(".lines .row:has(b.t:text-is('" + version + "')) .tag:first-of-type"))
          .as(policy.title())
          .singleElement()
          .asString()
          .isEqualTo(before(stage, "\n"));
      tab.go(policy.href() + "/rollout");
      String evaluated = stage.substring(stage.indexOf('\n') + 1).replace("to ", "");
      assertThat(text(".steps [aria-current=step] b"))
          .as(policy.title())
          .isEqualToIgnoringCase(evaluated);
      assertThat(text("main .phead p").contains("not evaluated"))
          .as(policy.title())
          .isEqualTo(stage.equals("Draft"));
      tab.go("/rollout");
      assertThat(texts(".board section:has(a:text-is('" + policy.title() + "')) h2"))
          .as(policy.title())
          .singleElement()
          .asString()
          .startsWith(before(stage, "\n"));
    }
  }

  @Test
  void the_overview_has_names_and_each_approval_once() {
    go("/overview");
    List<String> events = texts(".feed .x");

    assertThat(RAW_ID.matcher(text("main")).results().map(MatchResult::group)).isEmpty();
    assertThat(events).isNotEmpty();
    assertThat(events).noneMatch(text -> text.startsWith("Pending approval"));
    assertThat(events).noneMatch(text -> text.startsWith("Approval needed"));
  }

  /** Opens a page whose numbers come from several requests. */
  private static void go(String path) {
    tab.go(path).page().waitForLoadState(LoadState.NETWORKIDLE);
  }

  private static void assertSame(Map<String, Integer> facts) {
    int first = facts.values().iterator().next();
    assertThat(first).as(facts.toString()).isPositive();
    assertThat(facts.values()).as(facts.toString()).containsOnly(first);
  }

  private static Page.LocatorOptions hasText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  private static int sidebar(String address) {
    return numbers(".nav a[href='" + address + "'] .n");
  }

  private static int tile(String label) {
    return number(text("a.tile:has(.l:text-is('" + label + "')) .v"));
  }

  /** The total of a tile that shows a part of it. */
  private static int tileOf(String label) {
    return numbers("a.tile:has(.l:text-is('" + label + "')) .v small");
  }

  /** The number of an item that needs attention; 0 when there is none. */
  private static int attention(String what) {
    return texts(".att .t").stream()
        .filter(title -> title.contains(what))
        .mapToInt(SameFactsTest::number)
        .sum();
  }

  private static Stream<String> details() {
    return texts(".att .m").stream();
  }

  /** The total below a list; 0 for an empty list. */
  private static int listed() {
    List<String> foot = texts("main .foot-bar > span");
    if (foot.isEmpty()) {
      return 0;
    }
    List<String> found = NUMBER.matcher(foot.get(0)).results().map(MatchResult::group).toList();
    return Integer.parseInt(found.get(found.size() - 1).replace(",", ""));
  }

  /** The number of findings of a severity in a cell such as "Critical 1, 2 high". */
  private static int counted(String cell, String severity) {
    String text = cell.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    Matcher first = Pattern.compile("^" + severity + " (\\d+)").matcher(text);
    Matcher later = Pattern.compile("(\\d+) " + severity + "\\b").matcher(text);
    if (first.find()) {
      return Integer.parseInt(first.group(1));
    }
    return later.find() ? Integer.parseInt(later.group(1)) : 0;
  }

  /** The sum of the numbers that elements begin with. */
  private static int numbers(String selector) {
    return texts(selector).stream().mapToInt(SameFactsTest::number).sum();
  }

  private static int number(String text) {
    Matcher number = NUMBER.matcher(text);
    assertThat(number.find()).as(text).isTrue();
    return Integer.parseInt(number.group().replace(",", ""));
  }

  private static String before(String text, String end) {
    int at = text.indexOf(end);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String text(String selector) {
    return String.join("\n", texts(selector));
  }

  private static List<String> texts(String selector) {
    return tab.page().locator(selector).allInnerTexts().stream().map(String::strip).toList();
  }

  private static List<String> hrefs(String selector) {
    return ((List<?>)
            tab.page()
                .locator(selector)
                .evaluateAll("links => links.map((link) => link.getAttribute('href'))"))
        .stream().map(String::valueOf).toList();
  }

  /** The names and values of a page. */
  private static Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    Object found =
        tab.page()
            .evaluate(
                """
                () => [...document.querySelectorAll("main dl.kv dt")]
                  .map((name) => [name.innerText, name.nextElementSibling.innerText.trim()])
                """);
    ((List<?>) found)
        .forEach(
            pair ->
                values.putIfAbsent(
                    String.valueOf(((List<?>) pair).get(0)),
                    String.valueOf(((List<?>) pair).get(1))));
    return values;
  }

  /** The rows of the first table of a page. */
  private static List<Row> rows() {
    Object found =
        tab.page()
            .evaluate(
                """
                () => [...(document.querySelector("main .tbl tbody")?.rows ?? [])].map((row) => ({
                  href: row.querySelector("a.ft")?.getAttribute("href") ?? "",
                  title: row.querySelector(".ft")?.innerText.trim() ?? "",
                  detail: row.querySelector(".d")?.innerText ?? "",
                  cells: Object.fromEntries([...row.querySelectorAll("td[data-label]")]
                    .map((cell) => [cell.dataset.label, cell.innerText.trim()])),
                }))
                """);
    List<Row> rows = new ArrayList<>();
    for (Object one : (List<?>) found) {
      Map<?, ?> row = (Map<?, ?>) one;
      Map<String, String> cells = new LinkedHashMap<>();
      ((Map<?, ?>) row.get("cells"))
          .forEach((label, text) -> cells.put(String.valueOf(label), String.valueOf(text)));
      rows.add(
          new Row(
              String.valueOf(row.get("href")),
              String.valueOf(row.get("title")),
              String.valueOf(row.get("detail")),
              cells));
    }
    return rows;
  }
}
