package io.svc.scanner.checks.approval;

import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxDisabledDetectorTest {
  private static final String SERVERS = "\"mcpServers\": {\"x\": {\"command\": \"x\"}}";

  private final SandboxDisabledDetector detector = new SandboxDisabledDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx chrome-mcp --no-sandbox",
        "npx chrome-mcp --No-Sandbox",
        "npx chrome-mcp --disable-setuid-sandbox",
        "npx chrome-mcp --disable-web-security",
        "npx chrome-mcp --sandbox=false",
        "npx chrome-mcp --sandbox false",
        "npx chrome-mcp --sandbox=off",
        "npx chrome-mcp --disable-sandbox",
        "npx chrome-mcp --no-sandbox=true",
        "npx chrome-mcp --chrome-arg=--no-sandbox",
        "npx chrome-mcp --no-sandbox --disable-setuid-sandbox",
        "claude mcp serve --dangerously-skip-permissions",
        "codex mcp-server --dangerously-bypass-approvals-and-sandbox",
        "codex --sandbox danger-full-access mcp-server",
        "codex -s danger-full-access mcp-server",
        "codex mcp-server -c sandbox_mode=\"danger-full-access\"",
        "codex --yolo mcp-server",
        "gemini --approval-mode=yolo",
        "gemini --approval-mode yolo",
        "claude --permission-mode bypassPermissions mcp serve",
        "node server.js --allow-dangerous",
        "node server.js --allow-dangerous-commands",
        "node server.js --unrestricted",
        "deno run -A server.ts",
        "deno run --allow-all server.ts",
        "deno run -qA server.ts",
        "sh -c npx\tchrome-mcp\t--no-sandbox",
        "env NO_SANDBOX=true npx chrome-mcp",
        "cmd /c npx chrome-mcp --no-sandbox"
      })
  void a_switch_that_takes_a_safeguard_away_is_seen_once(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx chrome-mcp --sandbox",
        "npx chrome-mcp --sandbox=true",
        "npx chrome-mcp --no-sandbox=false",
        "npx chrome-mcp --isolated",
        "npx chrome-mcp --no-sandboxes-listed",
        "npx sandbox-mcp no-sandbox",
        "codex --sandbox workspace-write mcp-server",
        "codex --sandbox read-only --full-auto mcp-server",
        "claude --permission-mode plan mcp serve",
        "node server.js --access-mode=unrestricted",
        "node server.js --allow-all",
        "node server.js -A",
        "deno run --allow-net --allow-read=. server.ts",
        "deno run --allow-net server.ts -A",
        "deno task start",
        "node server.js --skip-tests",
        "docker run -i --rm acme/browser-mcp --no-sandbox",
        "docker run -i node:22 npx chrome-mcp --no-sandbox",
        "docker run -i -e NO_SANDBOX=true acme/browser-mcp"
      })
  void a_safeguard_that_stays_or_a_container_instead_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "DANGEROUSLY_OMIT_AUTH,true",
    "DANGEROUSLY_OMIT_AUTH,1",
    "ALLOW_DANGEROUS,true",
    "ELECTRON_DISABLE_SANDBOX,1",
    "PLAYWRIGHT_MCP_NO_SANDBOX,true",
    "PLAYWRIGHT_MCP_SANDBOX,false",
    "GEMINI_SANDBOX,false",
    "ENABLE_SANDBOX,0",
    "SANDBOX_MODE,danger-full-access",
    "YOLO_MODE,true",
    "BYPASS_PERMISSIONS,yes",
    "PUPPETEER_ARGS,--no-sandbox --headless",
    "PUPPETEER_LAUNCH_OPTIONS,'{\"args\": [\"--no-sandbox\"]}'"
  })
  void a_variable_that_specifies_it_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @CsvSource({
    "DANGEROUSLY_OMIT_AUTH,false",
    "DANGEROUSLY_OMIT_AUTH,0",
    "DANGEROUSLY_OMIT_AUTH,${OMIT_AUTH}",
    "DANGEROUSLY_OMIT_AUTH,''",
    "NO_SANDBOX,false",
    "GEMINI_SANDBOX,docker",
    "PAYPAL_SANDBOX,false",
    "SANDBOX,false",
    "USE_SANDBOX,false",
    "PAYPAL_ENVIRONMENT,SANDBOX",
    "SANDBOX_API_KEY_ID,none",
    "PUPPETEER_ARGS,--headless",
    "NOTES,no sandbox"
  })
  void a_variable_that_does_not_is_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void a_port_without_a_login_is_open_in_a_container_too() {
    var subject =
        TestConfigs.command("docker run -p 6277:6277 -e DANGEROUSLY_OMIT_AUTH=true acme/inspector");

    assertThat(detector.detect(subject))
        .singleElement()
        .satisfies(
            detection -> {
              assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/4");
              assertThat(detection.detail()).contains("without signing in");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sandbox\": false",
        "\"sandbox\": {\"enabled\": false}",
        "\"sandbox\": {\"mode\": \"off\"}",
        "\"sandboxEnabled\": false",
        "\"disableSandbox\": true",
        "\"dangerouslyAllowAll\": true"
      })
  void a_setting_of_a_server_is_seen(String setting) {
    var subject = TestConfigs.server("{\"command\": \"x\", " + setting + "}");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(MEDIUM);
    assertThat(detector.detect(subject).get(0).server()).isEqualTo("probe");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sandbox\": {\"enabled\": false}",
        "\"sandbox\": false",
        "\"tools\": {\"sandbox\": false}",
        "\"permissions\": {\"defaultMode\": \"bypassPermissions\"}",
        "\"skipDangerousModePermissionPrompt\": true",
        "\"agents\": {\"defaults\": {\"sandbox\": {\"mode\": \"off\"}}}",
        "\"chat.tools.terminal.sandbox.enabled\": false"
      })
  void a_setting_of_the_client_is_seen(String setting) {
    var detections = detector.detect(TestConfigs.of("{" + setting + ", " + SERVERS + "}"));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).server()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"sandbox\": {\"enabled\": true}",
        "\"sandbox\": true",
        "\"sandbox\": \"docker\"",
        "\"sandbox\": {\"network\": {\"enabled\": false}}",
        "\"permissions\": {\"defaultMode\": \"plan\"}",
        "\"permissions\": {\"disableBypassPermissionsMode\": \"disable\"}",
        "\"dangerouslyAllowAll\": false",
        "\"description\": \"never use danger-full-access\"",
        "\"env\": {\"sandbox\": false}",
        // Told as auto_approve.
        "\"dangerouslySkipPermissions\": true"
      })
  void a_setting_that_keeps_the_sandbox_is_not(String setting) {
    assertThat(detector.detect(TestConfigs.of("{" + setting + ", " + SERVERS + "}"))).isEmpty();
  }

  @Test
  void each_profile_of_codex_that_has_none_is_seen() {
    String toml =
        """
        sandbox_mode = "workspace-write"
        approval_policy = "never"
        default_permissions = ":danger-no-sandbox"
        [profiles.wild]
        sandbox_mode = "danger-full-access"
        [mcp_servers.x]
        command = "x"
        """;
    var subject =
        TestConfigs.at(Path.of(".codex/config.toml"), toml, Optional.empty(), path -> false);

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .isEqualTo(List.of("/default_permissions", "/profiles/wild/sandbox_mode"));
  }

  @Test
  void two_switches_with_two_consequences_are_two() {
    var subject = TestConfigs.command("npx chrome-mcp --no-sandbox --disable-web-security");

    assertThat(detector.detect(subject))
        .extracting(DetectedProblem::detail)
        .containsExactly(
            "`--no-sandbox` removes the isolation between the program and the rest of this"
                + " machine.",
            "`--disable-web-security` lets every page in the browser read the content of other"
                + " pages.");
  }
}
