package io.svc.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ScreenshotAnimations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What somebody does who has just started the server, by what the pages themselves say: register,
 * set up, make a key, upload a scan, approve a baseline, write a policy, see it decide, prove it by
 * a replay and promote it, open an incident from an alert, export a report.
 *
 * <p>With {@code -Dscreens=DIRECTORY}, pictures of the way are written there.
 */
class FirstTenMinutesTest {
  private static final int CALLS = 120;
  private static final Pattern KEY = Pattern.compile("svck_[0-9A-Z]{8}_[0-9A-Za-z]{32}");

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  @TempDir Path directory;
  private Tab tab;

  @Test
  void a_new_user_can_set_up_a_governed_agent() throws Exception {
    try (Site site = Site.empty(directory);
        Tab opened = CHROMIUM.open(site, Chromium.Look.DESK)) {
      // The first page asks who is there, which is refused until somebody is.
      tab = opened.expectingErrors();
      register();
      String key = setUp();
      upload(key);
      seeFindings();
      approveBaseline();
      String policy = writePolicy();
      call(site);
      promote(policy);
      seeDecisions();
      openIncident();
      exportReport();
    }
  }

  private void register() {
    tab.page().navigate("/");
    assertThat(tab.page()).hasURL(Pattern.compile("/login"));
    tab.page().getByRole(AriaRole.LINK).filter(text("workspace")).click();
    field("Workspace").fill("Acme Robotics");
    field("Your name").fill("Anna Lindqvist");
    field("Username").fill("anna");
    field("Email").fill("anna@acme.example");
    field("Password").fill(Site.PASSWORD);
    tab.page().getByRole(AriaRole.BUTTON).filter(text("workspace")).click();
    assertThat(tab.page()).hasURL(Pattern.compile("/setup"));
  }

  /** The key that is shown once. */
  private String setUp() {
    tab.button("Save and continue").click();
    tab.button("Create API key").click();
    String key = tab.dialog().locator(".secret code").innerText();
    assertThat(key).matches(KEY.pattern() + "_[0-9A-Za-z]{6}");
    tab.dialog().getByLabel("I have stored it").check();
    tab.dialog().getByText("Done").click();
    assertThat(tab.page().getByText("Waiting for the first report")).isVisible();
    String stored =
        tab.page().content()
            + tab.page().url()
            + tab.page().evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])");
    assertThat(KEY.matcher(stored).find()).as("the key is gone with its dialog").isFalse();
    picture("first-scan");
    return key;
  }

  /** The very commands that the page shows. */
  private void upload(String key) throws IOException, InterruptedException {
    List<String> commands = tab.page().locator(".command code").allInnerTexts();
    assertThat(commands).hasSize(2);
    Path work = Files.createDirectories(directory.resolve("laptop"));
    String file = commands.get(1).replaceAll(".*--api-key-file (\\S+).*", "$1");
    Files.writeString(work.resolve(file), key);
    Path configs = Path.of(System.getProperty("project.root"), "examples", "configs");
    assertThat(run(work, commands.get(0) + " --config " + configs.resolve("several-problems.json")))
        .as("a scan with findings ends with 1")
        .isEqualTo(1);
    assertThat(run(work, commands.get(1))).isZero();
    assertThat(tab.page().getByText("First report received")).isVisible();
  }

  private static int run(Path work, String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                command.replaceFirst(
                    "^svc-preflight", "exec '" + System.getProperty("packaged.command") + "'"))
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .start();
    return process.waitFor();
  }

  private void seeFindings() {
    tab.link("view findings").click();
    assertThat(tab.heading()).isFocused();
    Locator worst = tab.page().locator("tbody .ft").filter(text("Remote code pipe")).first();
    assertThat(worst).isVisible();
    picture("findings");
    worst.click();
    assertThat(tab.dialog()).containsText("How to fix");
    tab.page().keyboard().press("Escape");
    assertThat(tab.dialog()).hasCount(0);
  }

  private void approveBaseline() {
    tab.page().navigate("/overview");
    tab.waitUntilIdle();
    tab.page().navigate("/mcp/baseline");
    tab.button("Approve first baseline").click();
    tab.dialog().getByLabel("Reason").fill("Reviewed with the team");
    tab.dialog().getByRole(AriaRole.BUTTON).filter(text("Approve first baseline")).click();
    assertThat(tab.page().getByText("Baseline approved").first()).isVisible();
  }

  /** The address of the policy. */
  private String writePolicy() {
    tab.go("/policies");
    tab.link("Choose a template").click();
    tab.page().getByText("Cloud metadata").first().click();
    tab.button("Create policy").click();
    assertThat(tab.page()).hasURL(Pattern.compile("/policies/pol_[0-9A-Z]{26}$"));
    tab.waitUntilIdle();
    picture("policy");
    return tab.page().url();
  }

  /** An agent asks before it acts, some of it what the policy forbids. */
  private static void call(Site site) {
    Site.Person person = site.newUser();
    person.post("/api/auth/login", Map.of("username", "anna", "password", Site.PASSWORD));
    Site.Person agent = person.withKey("eval:write");
    for (int i = 0; i < CALLS; i++) {
      agent.post(
          "/v1/eval",
          Map.of(
              "agent_id",
              "support-triage",
              "session_id",
              "session-" + i / 4,
              "action",
              Map.of(
                  "type",
                  "http_request",
                  "tool",
                  "fetch",
                  "destination",
                  i % 20 == 0
                      ? "http://169.254.169.254/latest/meta-data/"
                      : "https://api.example.com/tickets/" + i)));
    }
  }

  private void promote(String policy) {
    tab.page().navigate(policy);
    tab.page().getByText("Open rollout").first().click();
    tab.waitUntilIdle();
    tab.button("Run replay").first().click();
    tab.dialog().getByRole(AriaRole.BUTTON).filter(text("Run replay")).click();
    Locator promote =
        tab.page()
            .getByRole(
                AriaRole.BUTTON,
                new Page.GetByRoleOptions().setName(Pattern.compile("^Promote to soft enforce")));
    assertThat(promote)
        .not()
        .hasAttribute(
            "aria-disabled",
            "true",
            new LocatorAssertions.HasAttributeOptions().setTimeout(60_000));
    picture("rollout");
    promote.click();
    tab.dialog().getByRole(AriaRole.BUTTON).filter(text("Promote")).click();
    assertThat(tab.page().getByText("Soft enforce").first()).isVisible();
    assertThat(tab.dialog()).hasCount(0);
  }

  private void seeDecisions() {
    tab.go("/execution");
    assertThat(tab.page().locator("tbody tr").first()).isVisible();
    tab.page().locator("tbody .ft").first().click();
    assertThat(tab.dialog()).isVisible();
    tab.page().keyboard().press("Escape");
  }

  private void openIncident() {
    tab.go("/alerts");
    tab.page().locator("tbody .ft").first().click();
    assertThat(tab.page()).hasURL(Pattern.compile("/alerts/alr_"));
    tab.waitUntilIdle();
    tab.button("Create incident").click();
    tab.dialog().getByText("Create incident", exact()).last().click();
    assertThat(tab.page()).hasURL(Pattern.compile("/incidents/inc_"));
    tab.waitUntilIdle();
    picture("incident");
  }

  private void exportReport() {
    tab.go("/reports");
    tab.button("New report").first().click();
    tab.dialog().getByRole(AriaRole.BUTTON).filter(text("report")).last().click();
    assertThat(tab.page()).hasURL(Pattern.compile("/reports/rpt_"));
    Locator csv = tab.button("CSV");
    assertThat(csv).isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
    tab.waitUntilIdle();
    picture("report");
    Download file = tab.page().waitForDownload(csv::click);
    assertThat(file.suggestedFilename()).endsWith(".csv");
    assertThat(file.path()).isNotEmptyFile();
  }

  private Locator field(String label) {
    return tab.page().getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private static Locator.FilterOptions text(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static Locator.GetByTextOptions exact() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  private void picture(String name) {
    String folder = System.getProperty("screens", "");
    if (!folder.isEmpty()) {
      tab.page()
          .screenshot(
              new Page.ScreenshotOptions()
                  .setPath(Path.of(folder).resolve(name + ".png"))
                  .setAnimations(ScreenshotAnimations.DISABLED));
    }
  }
}
