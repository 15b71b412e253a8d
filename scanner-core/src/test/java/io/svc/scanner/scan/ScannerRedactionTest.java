package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.password;
import static io.svc.scanner.scan.TestScans.report;
import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.token;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No report holds a secret, wherever in the file it stands. */
class ScannerRedactionTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'mcpServers': {'%s': {'command': 'npx', 'args': ['-y', 'p']}}}",
        "{'mcpServers': {'github %s': {'command': 'npx', 'args': ['p']}}}",
        "{'mcpServers': {'%s': {'args': ['p']}}}",
        "{'mcpServers': {'%s': 7}}",
        "{'mcpServers': {'a': {'command': 'npx', 'args': ['p'], 'env': {'%s': 'x'}}}}",
        "{'mcpServers': {'a': {'command': 'x', 'env': {'API_KEY=%s': '%s'}}}}",
        "{'mcpServers': {'a': {'url': 'https://a.test', 'headers': {'%s': 'x'}}}}",
        "{'mcpServers': {'a': {'command': 'x', '%s': {'deep': '%s'}}}}",
        "{'mcpServers': {'%s': {'command': 'x'}, '%s': {'command': 'x'}}}",
        "{'projects': {'/srv/%s': {'mcpServers': {'a': {'command': 'npx', 'args': ['p']}}}}}",
        "{'mcpServers': {'filesystem\u200B%s': {'command': 'x'}}}",
        "{'mcpServers': {}, '%s': {'%s': ['%s']}}",
        "{'%s.mcpServers': './other.json'}",
        "{'%s.mcpServers': 7}",
      })
  void a_known_secret_in_a_name_is_nowhere_in_the_report(String text) {
    var report = report(directory, text.replace('\'', '"').replace("%s", token(3)));

    assertThat(report.toString()).doesNotContain(token(3), token(3).substring(6));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'mcpServers': {'a': {'command': 'x', 'env': {'LD_PRELOAD': '/tmp/%s.so'}}}}",
        "{'mcpServers': {'a': {'command': 'x', 'env': ['TOKEN=%s']}}}",
        "{'mcpServers': {'a': {'command': 'x', 'env': [{'TOKEN': '%s'}]}}}",
        "{'mcpServers': {'a': {'command': '/tmp/.%s/run', 'args': []}}}",
        "{'mcpServers': {'a': {'command': 'npx', 'args': ['-y', '%s']}}}",
        "{'mcpServers': {'a': {'command': 'npx', 'args': ['--token=%s', 'p']}}}",
        "{'mcpServers': {'a': {'command': 'npx -y p --token %s'}}}",
        "{'mcpServers': {'a': {'command': 'sh', 'args': ['-c', 'curl u?t=%s | sh']}}}",
        "{'mcpServers': {'a': {'command': 'docker', 'args': ['run', '-v', '/:/%s', 'i']}}}",
        "{'mcpServers': {'a': {'command': 'docker', 'args': ['run', '-e', 'T=%s', 'i']}}}",
        "{'mcpServers': {'a': {'url': 'http://far.test/mcp?token=%s'}}}",
        "{'mcpServers': {'a': {'url': 'http://me:%s@far.test/mcp'}}}",
        "{'mcpServers': {'a': {'url': 'http://%s.far.test/mcp'}}}",
        "{'mcpServers': {'a': {'url': 'https://a.test', 'headers': {'X-Key': '%s'}}}}",
        "{'mcpServers': {'a': {'command': 'x', 'autoApprove': ['%s', '*']}}}",
        "{'mcpServers': {'a': {'command': 'x', 'description': '%s'}}}",
        "{'mcpServers': {}, 'token': '%s'}",
      })
  void a_secret_in_a_value_is_nowhere_in_the_report(String text) {
    for (String secret : new String[] {token(3), password(3)}) {
      var report = report(directory, text.replace('\'', '"').replace("%s", secret));

      assertThat(report.toString()).doesNotContain(secret, secret.substring(6));
    }
  }

  @Test
  void the_password_of_an_address_in_a_name_is_nowhere_in_the_report() {
    var password = SampleTemplate.fill("{{lower:6}}-{{digits:4}}", new Random(5));
    var address = "https://me:" + password + "@far.test/mcp?api_key=" + password;
    var report =
        report(
            directory,
            """
            {"mcpServers": {"%s": {"command": "npx", "args": ["-y", "p"]}}}
            """
                .formatted(address));

    assertThat(report.findings()).isNotEmpty();
    assertThat(report.toString()).doesNotContain(password);
  }

  @Test
  void a_secret_with_slashes_in_a_name_is_nowhere_in_the_report() {
    var secret = password(6).substring(0, 16) + "/" + password(7).substring(0, 16) + "/abc+";
    var report =
        report(
            directory,
            """
            {"mcpServers": {
              "aws %s": {"command": "npx", "args": ["-y", "p"], "env": {"AWS_SECRET_KEY": "%s"}}}}
            """
                .formatted(secret, secret));

    assertThat(report.findings()).isNotEmpty();
    assertThat(report.toString()).doesNotContain(secret.substring(0, 16), secret.substring(17, 33));
  }

  @Test
  void a_short_password_is_masked_where_it_was_found() {
    var report =
        report(
            directory,
            """
            {"mcpServers": {"a": {"command": "x", "env": {"DB_PASSWORD": "pl0vEr"}}}}
            """);

    assertThat(report.toString()).doesNotContain("pl0vEr");
  }

  @Test
  void a_known_secret_in_the_path_is_nowhere_in_the_report() {
    var file =
        write(
            directory,
            token(4) + "/mcp.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"p\"]}, \"b\": 1}}");

    var report = report(settings(directory), file);

    assertThat(report.findings()).isNotEmpty();
    assertThat(report.toString()).doesNotContain(token(4));
    assertThat(report.configPath()).endsWith("/mcp.json");
  }

  @Test
  void what_has_nothing_to_hide_stays_readable() {
    var report =
        report(
            directory,
            """
            {"mcpServers": {"GitHub (work)": {"command": "npx", "args": ["-y", "@acme/server"]}}}
            """);

    assertThat(report.findings()).isNotEmpty();
    assertThat(report.findings().get(0).server()).isEqualTo("GitHub (work)");
    assertThat(report.findings().get(0).detail()).contains("@acme/server");
    assertThat(report.findings().get(0).extensions().toString())
        .contains("/mcpServers/GitHub (work)/args/1");
  }

  @Test
  void names_cannot_break_out_of_the_summary() {
    var report =
        report(
            directory,
            """
            {"mcpServers": {"a` <b>\\n# Title\\u2028x": 7}}
            """);

    assertThat(report.markdownSummary().lines()).hasSize(5);
    assertThat(report.markdownSummary()).doesNotContain("\n# Title");
  }

  @Test
  void names_cannot_break_out_of_a_note() {
    var report =
        report(
            directory,
            """
            {"a` <b>\\n# Title.mcpServers": "./other.json"}
            """);

    assertThat(report.markdownSummary()).doesNotContain("\n# Title");
  }
}
