package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What people see when the server is slow, empty, closed to them, or fails. */
class RefusalsTest {
  private static final Pattern ANY_OF_THE_API = Pattern.compile("/(api|v1)/");
  private static final Pattern OF_THE_FRAME = Pattern.compile("/api/(auth/session|overview)");

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir static Path directory;
  private static Site site;
  private Tab tab;

  @BeforeAll
  static void open() {
    site = Site.empty(directory);
    site.workspace("Acme");
  }

  @AfterAll
  static void close() {
    site.close();
  }

  @BeforeEach
  void signIn() {
    tab = CHROMIUM.open(site, Chromium.Look.DESK, "acme").expectingErrors();
  }

  @AfterEach
  void end() {
    tab.close();
  }

  private static String body(int status, String code) {
    return ("{\"code\":\"%s\",\"message\":\"This is what the server says.\",\"status\":%d,"
            + "\"requestId\":\"req_0123456789\",\"retryAfterSeconds\":7}")
        .formatted(code, status);
  }

  private static void failRoute(Route route, int status, String code) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(status)
            .setContentType("application/json")
            .setBody(body(status, code)));
  }

  /** Everything but what is around each page. */
  private void failAllRoutes(int status, String code) {
    tab.page()
        .route(
            ANY_OF_THE_API,
            route -> {
              if (OF_THE_FRAME.matcher(route.request().url()).find()) {
                route.resume();
              } else {
                failRoute(route, status, code);
              }
            });
  }

  static Stream<String> lists() {
    return Addresses.lists().stream()
        .filter(path -> !path.equals("/overview") && !path.equals("/policies/new"))
        .filter(path -> !path.startsWith("/settings/"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void a_page_that_fails_to_load_shows_an_error_and_a_retry(String path) {
    failAllRoutes(500, "internal_error");
    tab.page().navigate(path);
    Locator alert = tab.page().getByRole(AriaRole.ALERT).first();

    assertThat(alert).containsText("This is what the server says.");
    assertThat(alert).containsText("req_0123456789");
    assertThat(tab.heading()).isVisible();
    tab.page().unroute(ANY_OF_THE_API);
    Locator again = tab.button("Try again");
    for (int remaining = again.count(); remaining > 0; remaining--) {
      again.first().click();
      assertThat(again).hasCount(remaining - 1);
    }
    assertThat(tab.page().getByText("This is what the server says.")).hasCount(0);
  }

  @ParameterizedTest
  @CsvSource({
    "403, forbidden, administrator",
    "404, not_found, removed",
    "409, version_conflict, in the meantime",
    "422, evidence_required, requirement",
    "429, rate_limited, 7 seconds",
    "503, store_unavailable, Try again"
  })
  void every_refusal_is_explained_with_what_to_do(int status, String code, String advice) {
    failAllRoutes(status, code);
    tab.page().navigate("/agents");
    Locator alert = tab.page().getByRole(AriaRole.ALERT).first();

    assertThat(alert).containsText("This is what the server says.");
    assertThat(alert).containsText(advice);
  }

  /** The bar that tells of the refusal lies over the page, and would hide what it tells of. */
  @Test
  void a_setting_that_was_rejected_is_in_sight() {
    tab.go("/settings/workspace");
    tab.page().getByLabel("Risk limit").fill("101");
    tab.button("Review changes").click();
    tab.dialog().locator("button").last().click();

    assertThat(tab.page().locator(".savebar"))
        .containsText("Risk limit is \"101\"; expected a whole number from 0 to 100.");
    assertThat(tab.page().locator("body")).not().containsText("riskThreshold");
    assertThat(tab.page().getByLabel("Risk limit")).isFocused();
    tab.page()
        .waitForFunction(
            "document.activeElement.getBoundingClientRect().bottom"
                + " <= document.querySelector('.savebar').getBoundingClientRect().top");
  }

  @Test
  void a_session_that_has_ended_leads_to_the_door_and_back() {
    tab.go("/agents?status=active");
    tab.context().clearCookies();
    tab.page().navigate("/agents?status=active");

    assertThat(tab.page()).hasURL(Pattern.compile("/login\\?next=%2Fagents%3Fstatus%3Dactive$"));
    tab.page().getByLabel("Username or email").fill("acme");
    tab.page()
        .getByLabel("Password", new Page.GetByLabelOptions().setExact(true))
        .fill(Site.PASSWORD);
    tab.button("Sign in").click();
    assertThat(tab.page()).hasURL(Pattern.compile("/agents\\?status=active$"));
  }

  @Test
  void what_is_on_its_way_has_its_place() {
    List<Route> held = new ArrayList<>();
    tab.page().route(Pattern.compile("/api/agents"), held::add);
    tab.page().navigate("/agents");

    assertThat(tab.page().locator("main .sk").first()).isVisible();
    tab.page().unroute(Pattern.compile("/api/agents"));
    held.forEach(Route::resume);
    assertThat(tab.page().locator("main .sk")).hasCount(0);
  }

  /** The head of the first answer arrives, and its body not until its reader has gone. */
  private static final String LEFT_HALFWAY =
      """
      const ask = window.fetch;
      window.left = 0;
      window.fetch = async (path, options) => {
        const answer = await ask(path, options);
        if (!path.startsWith("/api/agents") || window.left++) return answer;
        const gone = (body) =>
          options.signal.addEventListener("abort", () => body.error(options.signal.reason));
        return new Response(new ReadableStream({ start: gone }), answer);
      };
      """;

  @Test
  void a_page_that_was_left_halfway_is_whole_when_one_comes_back() {
    tab.page().addInitScript(LEFT_HALFWAY);
    tab.page().navigate("/agents");
    tab.page().waitForCondition(() -> tab.page().evaluate("window.left").equals(1));
    assertThat(tab.page().locator("main .sk").first()).isVisible();

    tab.link("Reports").click();
    assertThat(tab.page()).hasURL(Pattern.compile("/reports$"));
    tab.waitUntilIdle();
    tab.link("Agents").click();

    assertThat(tab.page()).hasURL(Pattern.compile("/agents$"));
    assertThat(tab.page().locator("main .sk")).hasCount(0);
  }

  @Test
  void what_was_shown_too_early_is_taken_back_with_a_word() {
    Site.Person person = site.newUser();
    person.post("/api/auth/login", Map.of("username", "acme", "password", Site.PASSWORD));
    person.post("/api/policies", Map.of("name", "Switched", "templateId", "tpl_cloud_metadata"));
    tab.go("/policies");
    Locator toggle = tab.page().getByRole(AriaRole.SWITCH).first();
    assertThat(toggle).hasAttribute("aria-checked", "true");
    tab.page().route(Pattern.compile("/toggle$"), route -> failRoute(route, 500, "internal_error"));

    toggle.click();

    assertThat(tab.page().getByRole(AriaRole.ALERT).first())
        .containsText("This is what the server says.");
    assertThat(toggle).hasAttribute("aria-checked", "true");
  }

  @Test
  void unmet_conditions_of_a_promotion_are_shown_at_its_gate() {
    Site.Person person = site.newUser();
    person.post("/api/auth/login", Map.of("username", "acme", "password", Site.PASSWORD));
    String policy =
        person
            .post(
                "/api/policies",
                Map.of("name", "Gated", "templateId", "tpl_cloud_metadata", "mode", "draft"))
            .path("policy")
            .path("id")
            .asText();
    tab.go("/policies/" + policy + "/rollout");
    Locator promote =
        tab.page().locator("button").filter(new Locator.FilterOptions().setHasText("Promote to"));
    promote.click();
    person.post("/api/governance/kill-switch/freeze-rollouts", Map.of("reason", "A quiet day"));
    tab.dialog()
        .getByRole(AriaRole.BUTTON)
        .filter(new Locator.FilterOptions().setHasText("Promote"))
        .click();

    assertThat(tab.page().getByText("Not promoted. The unmet requirements are marked below."))
        .isVisible();
    assertThat(tab.page().locator(".gate .no").first()).isVisible();
    person.post("/api/governance/kill-switch/unfreeze-rollouts", Map.of("reason", "It is over"));
  }

  @Test
  void a_link_that_leads_elsewhere_is_not_followed_after_signing_in() {
    tab.context().clearCookies();
    tab.page().navigate("/login?next=//evil.example/x");
    tab.page().getByLabel("Username or email").fill("acme");
    tab.page()
        .getByLabel("Password", new Page.GetByLabelOptions().setExact(true))
        .fill(Site.PASSWORD);
    tab.button("Sign in").click();

    assertThat(tab.page()).hasURL(Pattern.compile("^" + site.base() + "/"));
    assertThat(tab.heading()).isVisible();
  }

  @Test
  void a_wrong_password_does_not_reveal_which_part_was_wrong() {
    tab.context().clearCookies();
    tab.page().navigate("/login");
    tab.page().getByLabel("Username or email").fill("acme");
    tab.page().getByLabel("Password", new Page.GetByLabelOptions().setExact(true)).fill("wrong");
    tab.button("Sign in").click();
    Locator alert = tab.page().getByRole(AriaRole.ALERT);
    assertThat(alert).isVisible();
    String knownName = alert.innerText().replaceAll("req_\\w+", "");
    tab.page().getByLabel("Username or email").fill("nobody-at-all");
    tab.button("Sign in").click();
    assertThat(alert).isVisible();

    org.assertj.core.api.Assertions.assertThat(alert.innerText().replaceAll("req_\\w+", ""))
        .isEqualTo(knownName);
  }
}
