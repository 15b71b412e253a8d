package io.svc.scanner.checks.packages;

import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.LOW;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnpinnedPackageDetectorTest {
  private final UnpinnedPackageDetector detector = new UnpinnedPackageDetector();

  @ParameterizedTest
  @CsvSource({
    "npx -y acme-mcp, acme-mcp",
    "npx @acme/mcp, @acme/mcp",
    "/opt/homebrew/bin/npx -y acme-mcp, acme-mcp",
    "C:\\nodejs\\npx.cmd -y acme-mcp, acme-mcp",
    "npx -p acme-mcp acme, acme-mcp",
    "npx --package=acme-mcp acme, acme-mcp",
    "npx --registry https://r.test acme-mcp, acme-mcp",
    "npm exec acme-mcp, acme-mcp",
    "npm x -- acme-mcp, acme-mcp",
    "pnpm dlx acme-mcp, acme-mcp",
    "pnpx acme-mcp, acme-mcp",
    "yarn dlx acme-mcp, acme-mcp",
    "bunx acme-mcp, acme-mcp",
    "bun x acme-mcp, acme-mcp",
    "uvx acme-mcp, acme-mcp",
    "uvx --local-timezone=UTC acme-mcp, acme-mcp",
    "uvx --python 3.12 acme-mcp, acme-mcp",
    "uvx --from acme-mcp acme, acme-mcp",
    "uvx acme-mcp[all] --flag, acme-mcp",
    "uv tool run acme-mcp, acme-mcp",
    "pipx run acme-mcp, acme-mcp",
    "pipx run --spec acme-mcp acme, acme-mcp",
    "deno run -A npm:acme-mcp, acme-mcp",
    "deno run jsr:@acme/mcp, @acme/mcp",
    "cmd /c npx -y acme-mcp, acme-mcp",
    "env FOO=1 npx -y acme-mcp, acme-mcp",
    "npx -y @modelcontextprotocol/inspector@0.1.0 uvx acme-mcp, acme-mcp"
  })
  void a_package_without_version_is_seen(String line, String name) {
    var detections = detector.detect(TestConfigs.command(line));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(LOW);
    assertThat(detections.get(0).extensions()).isEqualTo(Map.of("package", name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y acme-mcp@latest",
        "npx -y @acme/mcp@latest",
        "npx -y @acme/mcp@>=1.1.0",
        "npx -y acme-mcp@^1.2.3",
        "npx -y acme-mcp@~1.2.3",
        "npx -y acme-mcp@1",
        "npx -y acme-mcp@1.2",
        "npx -y acme-mcp@1.x",
        "npx -y acme-mcp@1.2.*",
        "npx -y acme-mcp@next",
        "bunx acme-mcp@beta",
        "uvx acme-mcp@latest",
        "uvx acme-mcp>=1.2.3",
        "uvx acme-mcp~=1.2",
        "uvx acme-mcp==1.*",
        "uvx --from acme-mcp[all]>=1.0 acme",
        "pipx run acme-mcp<2",
        "deno run npm:acme-mcp@latest",
        "go run acme.test/mcp@latest"
      })
  void a_version_that_moves_is_worse(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y @modelcontextprotocol/server-github",
        "npx -y @playwright/mcp@latest",
        "npx chrome-devtools-mcp@latest",
        "uvx mcp-server-fetch",
        "uvx awslabs.aws-documentation-mcp-server@latest"
      })
  void a_package_of_the_products_maker_is_a_note(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(INFO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npx -y acme-mcp@1.0.31",
        "npx -y @acme/mcp@2025.11.25",
        "npx -y acme-mcp@1.0.0-rc.1",
        "npx -y acme-mcp@v1.2.3",
        "npx -y acme-mcp@=1.2.3",
        "uvx acme-mcp==1.2.3",
        "uvx acme-mcp@0.0.1a4",
        "uvx acme-mcp==1.2",
        "uvx --from acme-mcp[all]==1.2.3 acme",
        "pipx run --spec=acme-mcp==1.2.3 acme",
        "pnpm dlx acme-mcp@1.2.3",
        "deno run npm:acme-mcp@1.2.3",
        "go run acme.test/mcp@v1.2.3"
      })
  void one_exact_version_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node server.js",
        "npm run start",
        "npm start",
        "yarn start",
        "bun run server.ts",
        "uv run server.py",
        "python -m acme",
        "npx git+https://git.acme.test/mcp.git",
        "npx github:acme/mcp",
        "npx ./packages/mcp",
        "npx /opt/acme/mcp",
        "npx https://acme.test/mcp.tgz",
        "uvx --from git+https://git.acme.test/mcp acme",
        "uvx ./mcp",
        "uvx ./dist/mcp-1.0.0-py3-none-any.whl",
        "go run ./cmd/server",
        "go run .",
        "docker run acme/mcp",
        "npx",
        "uvx --version"
      })
  void what_no_registry_delivers_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void a_package_inside_a_shells_command_is_seen() {
    assertThat(detector.detect(TestConfigs.words("bash", "-c", "npx -y tavily-mcp@0.1.3")))
        .isEmpty();
    assertThat(detector.detect(TestConfigs.words("bash", "-c", "cd x && npx -y acme-mcp")))
        .hasSize(1);
  }

  @Test
  void a_pinned_launcher_of_an_unpinned_package_is_reported_for_that_package() {
    var detections =
        detector.detect(TestConfigs.command("npx -y mcp-bridge@3.4.0 -- uvx acme-mcp"));

    assertThat(detections)
        .extracting(detection -> detection.extensions().get("package"))
        .containsExactly("acme-mcp");
  }

  @Test
  void points_at_the_package_and_specifies_what_to_write() {
    var detection = detector.detect(TestConfigs.command("npx -y acme-mcp@latest")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/1");
    assertThat(detection.detail())
        .isEqualTo("`npx` runs `acme-mcp` in a version that can change at any time (latest).");
    assertThat(detection.remediation()).contains("package@1.2.3");
  }
}
