package io.svc.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import java.util.Map;
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
    return new Drift(AssetPair.match(assets(before), assets(after), false), List.of());
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
            "'b': {'command': 'y'}, 'c': {'command': 'z'}");

    assertThat(drift.added()).extracting(BaselineAsset::serverName).containsExactly("c");
    assertThat(drift.removed()).extracting(BaselineAsset::serverName).containsExactly("a");
    assertThat(drift.modified()).isEmpty();
  }

  @Test
  void a_server_with_a_new_name_only_is_renamed() {
    Drift drift =
        drift(
            "'a': " + SERVER + ", 'b': {'command': 'x'}, 'c': {'command': 'x'}",
            "'b2': {'command': 'x'}, 'new': " + SERVER + ", 'c2': {'command': 'x'}");

    assertThat(drift.added()).isEmpty();
    assertThat(drift.removed()).isEmpty();
    assertThat(drift.differences())
        .extracting(
            Drift.Difference::server, Drift.Difference::severity, Drift.Difference::extensions)
        .containsExactly(
            tuple("b2", Severity.LOW, renamed("b")),
            tuple("new", Severity.LOW, renamed("a")),
            tuple("c2", Severity.LOW, renamed("c")));
    assertThat(drift.differences().get(0).detail())
        .isEqualTo("The server was named `b` when the baseline was approved.");
  }

  private static Map<String, Object> renamed(String before) {
    return Map.of(
        "change",
        "renamed",
        "previous_name",
        before,
        "changed_fields",
        List.of("server_name", "config_hash"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'command': 'x'}|{'command': 'y'}",
        "{'command': 'x'}|{'command': 'x', 'args': ['a']}",
        "{'command': 'x', 'env': {'A': '1'}}|{'command': 'x', 'env': {'B': '1'}}",
        "{'url': 'https://a.example.com'}|{'url': 'https://b.example.com'}",
        "{'command': 'x'}|{'command': 'x', 'autoApprove': ['a']}",
      })
  void a_new_name_with_another_change_is_an_added_and_a_removed_server(
      String before, String after) {
    Drift drift = drift("'a': " + before, "'b': " + after);

    assertThat(drift.added()).extracting(BaselineAsset::serverName).containsExactly("b");
    assertThat(drift.removed()).extracting(BaselineAsset::serverName).containsExactly("a");
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
