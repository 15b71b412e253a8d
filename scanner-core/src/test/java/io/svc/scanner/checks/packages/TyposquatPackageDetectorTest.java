package io.svc.scanner.checks.packages;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TyposquatPackageDetectorTest {
  private final TyposquatPackageDetector detector = new TyposquatPackageDetector();

  @ParameterizedTest
  @CsvSource({
    "npx -y mcp-remot, mcp-remot, mcp-remote",
    "npx -y mcp-remotes, mcp-remotes, mcp-remote",
    "npx -y mcp-rmeote@0.1.16, mcp-rmeote, mcp-remote",
    "npx -y mcp-remotf, mcp-remotf, mcp-remote",
    "npx -y mpc-remote, mpc-remote, mcp-remote",
    "bunx mcp-rremote, mcp-rremote, mcp-remote",
    "cmd /c npx -y mcp-remot, mcp-remot, mcp-remote",
    "npx -y @playwrigth/mcp, @playwrigth/mcp, @playwright/mcp",
    "npx -y @modelcontextprotcol/server-filesystem, @modelcontextprotcol/server-filesystem,"
        + " @modelcontextprotocol/server-filesystem",
    "uvx mcp-server-fetc, mcp-server-fetc, mcp-server-fetch",
    "uvx --from mcp-server-fetcg==1.0 x, mcp-server-fetcg, mcp-server-fetch",
    "docker run -i --rm ghcr.io/gihtub/github-mcp-server:1.0, ghcr.io/gihtub/github-mcp-server,"
        + " ghcr.io/github/github-mcp-server"
  })
  void a_name_one_letter_away_is_seen(String line, String name, String knownName) {
    assertSimilar(line, name, knownName, "one letter away from");
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y mcpremote, mcpremote, mcp-remote",
    "npx -y mcp_remote, mcp_remote, mcp-remote",
    "npx -y mcp--remote, mcp--remote, mcp-remote",
    "uvx mcpserver-fetch, mcpserver-fetch, mcp-server-fetch"
  })
  void a_name_with_other_separators_is_seen(String line, String name, String knownName) {
    assertSimilar(line, name, knownName, "one letter away from");
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y mcp-rem0te, mcp-rem0te, mcp-remote, characters",
    "npx -y rncp-remote, rncp-remote, mcp-remote, characters",
    "npx -y @p1aywright/mcp, @p1aywright/mcp, @playwright/mcp, characters",
    "npx -y mcp-rem\u043Ete, mcp-rem\u043Ete, mcp-remote, letters",
    "npx -y \uFF4Dcp-remote, \uFF4Dcp-remote, mcp-remote, letters",
    "uvx mcp-server-f\u0435tch, mcp-server-f\u0435tch, mcp-server-fetch, letters"
  })
  void a_name_of_look_alikes_is_seen(String line, String name, String knownName, String noun) {
    assertSimilar(line, name, knownName, "written with " + noun + " that look like those of");
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y @acme/server-filesystem, @acme/server-filesystem,"
        + " @modelcontextprotocol/server-filesystem",
    "npx -y server-filesystem, server-filesystem, @modelcontextprotocol/server-filesystem",
    "npx -y modelcontextprotocol-server-filesystem, modelcontextprotocol-server-filesystem,"
        + " @modelcontextprotocol/server-filesystem",
    "npx -y @notion/notion-mcp-server, @notion/notion-mcp-server, @notionhq/notion-mcp-server"
  })
  void a_package_under_another_scope_is_seen(String line, String name, String knownName) {
    assertSimilar(line, name, knownName, "under another scope than");
  }

  @Test
  void any_package_in_a_scope_one_letter_away_is_seen() {
    assertSimilar(
        "npx -y @modelcontextprotcol/anything",
        "@modelcontextprotcol/anything",
        "@modelcontextprotocol/anything",
        "in a scope one letter away from");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The well-known ones themselves, in every spelling that their registry knows.
        "npx -y mcp-remote",
        "npx -y mcp-remote@latest",
        "npx -y MCP-Remote",
        "npx -y @modelcontextprotocol/server-filesystem@2025.11.25",
        "uvx mcp_server_fetch",
        "uvx mcp.server.fetch==1.0",
        "docker run -i --rm mcp/fetch",
        "docker run -i --rm ghcr.io/github/github-mcp-server@sha256:abc",
        // In a scope of their maker nobody else has a name.
        "npx -y @modelcontextprotocol/server-filesytem",
        "npx -y @playwright/mcpx",
        "docker run -i --rm mcp/fetc",
        // Names that differ by more, or by what ordinary names differ by.
        "npx -y acme-mcp",
        "npx -y mcp-remote-proxy",
        "npx -y mcp-remote2",
        "npx -y mcp-remote-2",
        "npx -y mcp-remtoee",
        "npx -y @acme/mcp",
        "npx -y @acme/mcp-server",
        "npx -y @acme/playwright",
        "uvx mcp-server-gis",
        "uvx mcp-server-tide",
        "uvx mcp-remot",
        "uvx server-filesystem",
        "docker run -i --rm acme/mcp-remot",
        // No package at all.
        "node mcp-remot",
        "npx ./mcp-remot",
        "npx -y ${PACKAGE}",
        "npx -y mcp-remot${SUFFIX}",
        "docker run -i --rm ${REGISTRY}/github-mcp-server",
        "npx -y"
      })
  void what_is_known_or_plainly_another_name_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void a_remote_server_has_no_package() {
    assertThat(detector.detect(TestConfigs.url("https://mcp-remot.acme.test/mcp-remot"))).isEmpty();
  }

  @Test
  void each_package_of_a_server_is_reported_once_at_its_place() {
    var detections =
        detector.detect(TestConfigs.command("npx -y mcp-remot@1.0.0 -- uvx mcp-server-fetc"));

    assertThat(detections)
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/args/1", "/mcpServers/probe/args/4");
    assertThat(detections).extracting(DetectedProblem::server).containsOnly("probe");
  }

  @Test
  void reports_what_is_alike_and_what_that_means() {
    var detection = detector.detect(TestConfigs.command("npx -y mcp-remot")).get(0);

    assertThat(detection.detail())
        .isEqualTo(
            "`mcp-remot` is one letter away from the well-known `mcp-remote`, which may be"
                + " typosquatting.");
    assertThat(detection.remediation()).contains("publisher's documentation");
  }

  @Test
  @Timeout(120)
  void a_name_of_megabytes_is_judged_in_time() {
    assertThat(detector.detect(TestConfigs.words("npx", "-y", "a".repeat(3_000_000)))).isEmpty();
    assertThat(detector.detect(TestConfigs.words("npx", "-y", "\u0430".repeat(3_000_000))))
        .isEmpty();
    assertThat(detector.detect(TestConfigs.words("docker", "run", "rn".repeat(1_500_000) + "/x:1")))
        .isEmpty();
  }

  private void assertSimilar(String line, String name, String knownName, String words) {
    var detections = detector.detect(TestConfigs.command(line));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).detail())
        .startsWith("`" + name + "` is " + words + " the well-known `" + knownName + "`, ");
    assertThat(detections.get(0).extensions())
        .isEqualTo(Map.of("package", name, "well_known", knownName));
  }
}
