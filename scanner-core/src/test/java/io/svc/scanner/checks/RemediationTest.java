package io.svc.scanner.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.CheckPage;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemediationTest {
  private static final Pattern SERVER = Pattern.compile("\\bserver\\b|\\{part}");

  /** Finding types that a hook can have, with an example in the page of their check. */
  private static final List<String> TYPES_OF_HOOKS =
      List.of(
          "api_base_url_override",
          "container_host_mount",
          "container_host_namespace",
          "container_privileged",
          "dangerous_env_override",
          "data_exfiltration",
          "hardcoded_secret",
          "insecure_transport",
          "internal_or_metadata_url",
          "invisible_unicode",
          "known_vulnerable_package",
          "mutable_git_ref",
          "privilege_elevation",
          "proxy_override",
          "relative_binary_path",
          "remote_code_pipe",
          "sensitive_path_access",
          "suspicious_path",
          "suspicious_url_host",
          "tls_verification_disabled",
          "typosquat_package",
          "unpinned_container_image",
          "unpinned_package");

  @TempDir private Path directory;

  @Test
  void remediations_of_hooks_never_name_a_server() throws IOException {
    Set<String> types = new TreeSet<>();
    for (CheckPage page : TestPages.all().values()) {
      for (CheckPage.Example example : page.fires()) {
        for (String hook : hooksOf(TestPages.subject(example))) {
          for (Finding finding : scan("{\"hooks\": {\"Stop\": [" + hook + "]}}")) {
            types.add(finding.findingType());
            assertThat(finding.remediation())
                .as("%s of %s", finding.findingType(), hook)
                .doesNotContainPattern(SERVER);
          }
        }
      }
    }

    assertThat(types).containsAll(TYPES_OF_HOOKS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"mcpServers\": {\"a\": {\"command\": \"sudo\", \"args\": [\"a\"]}}} | Run the server as",
        "{\"hooks\": {\"Stop\": [{\"command\": \"sudo a\"}]}} | Run the \\`Stop\\` hook as",
        "{\"apiKeyHelper\": \"sudo a\"} | Run the \\`apiKeyHelper\\` command as",
        "{\"env\": {\"ALLOWED_DIRS\": \"/home/ana/.ssh\"}} | Give the client its own"
      })
  void a_remediation_names_the_affected_part(String settings, String start) throws IOException {
    assertThat(scan(settings))
        .extracting(Finding::remediation)
        .anyMatch(remediation -> remediation.contains(start.replace("\\", "")));
  }

  private List<Finding> scan(String text) throws IOException {
    Path file = directory.resolve(".claude/settings.json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return ((Scanned) Scanner.standard().scan(ScanRequest.of(file))).report().findings();
  }

  /** Returns the servers of a file as JSON objects, which are hooks in another place. */
  private static List<String> hooksOf(DetectionSubject subject) {
    return subject.config().servers().stream().map(server -> json(server.entry())).toList();
  }

  private static String json(ConfigNode node) {
    if (node instanceof ConfigObject object) {
      return object.members().stream()
          .map(member -> json(member.name()) + ": " + json(member.value()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (node instanceof ConfigList list) {
      return list.elements().stream()
          .map(RemediationTest::json)
          .collect(Collectors.joining(", ", "[", "]"));
    }
    ConfigText text = (ConfigText) node;
    return text.kind().equals("a text") ? json(text.text()) : text.text();
  }

  private static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
