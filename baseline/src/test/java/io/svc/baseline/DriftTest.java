package io.svc.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.SecretFormatMatcher;
import io.svc.scanner.scan.ProjectPaths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriftTest {
  private static final String SERVER =
      "{'command': 'npx', 'args': ['-y', 'pkg@1.0.0'], 'env': {'A': 'x'}, 'headers': {'H': '1'},"
          + " 'url': 'https://a.example.com/', 'description': 'd', 'autoApprove': ['read'],"
          + " 'disabled': true}";
  private static final SecretFormatMatcher FORMATS = new SecretFormatMatcher(RuleCatalog.bundled());
  private static final AssetReader READER =
      new AssetReader(
          new Ids(Clock.systemUTC()),
          new ProjectPaths(Path.of("/p"), Path.of("/h")),
          Optional.empty());

  private static List<BaselineAsset> assets(String servers) {
    String json = "{'mcpServers': {" + servers + "}}";
    byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    ReadOutcome outcome = ConfigReader.read(Path.of("/p/.mcp.json"), bytes, Optional.empty());
    McpConfig config = ((ReadOutcome.Parsed) outcome).config();
    return READER.read(config, new DetectionSubject(config, FORMATS, path -> false).redactor());
  }

  private static Drift drift(String before, String after) {
    return Drift.between(assets(before), assets(after), false);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'npx'|'node'|command|HIGH",
        "pkg@1.0.0|pkg@1.0.1|args|HIGH",
        "https://a.|https://b.|url|HIGH",
        "['read']|['read', 'write']|auto_approve|HIGH",
        "['read']|['*']|auto_approve|HIGH",
        "['read']|[]|auto_approve|LOW",
        "{'A': 'x'}|{'B': 'x'}|env_keys|MEDIUM",
        "{'H': '1'}|{'I': '1'}|header_names|MEDIUM",
        "{'H': '1'}|{'Authorization': '${X}'}|header_names|MEDIUM",
        "'disabled': true|'disabled': false|disabled|MEDIUM",
        "'d'|'e'|description|LOW",
      })
  void a_change_has_its_field_and_severity(
      String old, String changed, String field, Severity severity) {
    Drift drift = drift("'s': " + SERVER, "'s': " + SERVER.replace(old, changed));

    assertThat(drift.modified()).hasSize(1);
    ModifiedAsset change = drift.modified().get(0);
    assertThat(change.changedFields()).contains(field, "config_hash");
    assertThat(Drift.severity(change)).isEqualTo(severity);
    assertThat(change.before().get(field)).isNotEqualTo(change.after().get(field));
  }

  @Test
  void values_of_environment_and_headers_are_no_drift() {
    Drift drift =
        drift(
            "'s': " + SERVER,
            "'s': " + SERVER.replace("'A': 'x'", "'A': 'y'").replace("'H': '1'", "'H': '2'"));

    assertThat(drift.modified()).isEmpty();
  }

  @Test
  void servers_are_matched_by_name_whatever_their_order() {
    Drift drift =
        drift(
            "'a': {'command': 'x'}, 'b': {'command': 'y'}",
            "'b': {'command': 'y'}, 'c': {'command': 'x'}");

    assertThat(drift.added()).extracting(BaselineAsset::serverName).containsExactly("c");
    assertThat(drift.removed()).extracting(BaselineAsset::serverName).containsExactly("a");
    assertThat(drift.modified()).isEmpty();
  }

  @Test
  void a_name_that_occurs_twice_is_two_assets() {
    Drift drift = drift("'a': {'command': 'x'}", "'a': {'command': 'x'}, 'a': {'command': 'evil'}");

    assertThat(drift.added()).extracting(BaselineAsset::command).containsExactly("evil");
  }

  @Test
  void hashes_ignore_order_of_keys_and_formatting_and_differ_for_other_content() {
    String first = assets("'a': {'command': 'x', 'env': {'A': '1', 'B': '2'}}").get(0).configHash();
    String same =
        assets("'a': {'env': {'B': '9',  'A': '8'},\n 'command': 'x'}").get(0).configHash();
    String other = assets("'a': {'command': 'y', 'env': {'A': '1', 'B': '2'}}").get(0).configHash();

    assertThat(first).isEqualTo(same).isNotEqualTo(other).matches("sha256:[0-9a-f]{64}");
  }

  @Test
  void arguments_are_retained_but_for_their_secrets() {
    String secret = "q8Zr2mVt6Lx4Wb0Ns7Ky";

    BaselineAsset asset =
        assets("'a': {'command': 'x', 'args': ['--api-key', '" + secret + "', '--port', '80']}")
            .get(0);

    assertThat(asset.args()).containsExactly("--api-key", "***", "--port", "80");
  }
}
