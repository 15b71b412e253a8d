package io.svc.scanner.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComponentsTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @Test
  void what_people_have_is_listed_server_by_server() {
    List<Component> found = components(TestConfigs.of(TestConfigs.CLEAN));

    assertThat(found)
        .extracting(
            component ->
                String.join(
                    ", ",
                    component.kind().toString(),
                    component.server(),
                    component.name(),
                    component.version()))
        .containsExactly(
            "server, calendar, calendar, ",
            "package, calendar, @acme/calendar-mcp, 1.4.2",
            "server, weather, weather, ",
            "package, weather, weather-mcp, 2.0.1",
            "server, notes, notes, ",
            "image, notes, acme/notes, 1.0.0",
            "server, tickets, tickets, ",
            "endpoint, tickets, https://mcp.acme.test/v1/mcp, ",
            "server, build, build, ");
  }

  @Test
  void a_component_knows_its_place_in_the_file() {
    List<Component> found =
        components(TestConfigs.of("{\"mcpServers\": {\n \"x\": {\"url\": \"https://x.test\"}}}"));

    assertThat(found.get(0).location().pointer()).isEqualTo("/mcpServers/x");
    assertThat(found.get(1).location().pointer()).isEqualTo("/mcpServers/x/url");
    assertThat(found.get(1).location().line()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "npx -y mcp@1.2.3|npm|mcp|1.2.3|''|pkg:npm/mcp@1.2.3",
        "npx -y mcp@latest|npm|mcp|''|latest|pkg:npm/mcp",
        "npx -y mcp@^1.2|npm|mcp|''|^1.2|pkg:npm/mcp",
        "npx -y mcp|npm|mcp|''|''|pkg:npm/mcp",
        "uvx mcp==2.0|PyPI|mcp|2.0|''|pkg:pypi/mcp@2.0",
        "uvx mcp@latest|PyPI|mcp|''|latest|pkg:pypi/mcp",
        "uvx mcp>=1,<2|PyPI|mcp|''|'>=1,<2'|pkg:pypi/mcp",
        "deno run npm:@a/mcp@1.2.3|npm|@a/mcp|1.2.3|''|pkg:npm/%40a/mcp@1.2.3",
        "deno run jsr:@a/mcp@1.2.3|jsr|@a/mcp|1.2.3|''|''",
        "go run acme.test/mcp@v1.2.3|Go|acme.test/mcp|1.2.3|''|pkg:golang/acme.test/mcp@v1.2.3",
        "go run acme.test/mcp@main|Go|acme.test/mcp|''|main|pkg:golang/acme.test/mcp"
      })
  void a_package_has_its_version_or_what_is_asked_for(
      String line, String ecosystem, String name, String version, String requested, String purl) {
    List<Component> found = components(TestConfigs.command(line));

    assertThat(found).hasSize(2);
    Component component = found.get(1);
    assertThat(component.kind()).isEqualTo(Component.Kind.PACKAGE);
    assertThat(
            List.of(
                component.ecosystem(),
                component.name(),
                component.version(),
                component.requested(),
                component.purl()))
        .containsExactly(ecosystem, name, version, requested, purl);
  }

  @Test
  void an_image_has_its_digest() {
    List<Component> found =
        components(TestConfigs.command("docker run -i ghcr.io/acme/mcp:1.0@" + DIGEST));

    assertThat(found.get(1).digest()).isEqualTo(DIGEST);
    assertThat(found.get(1).version()).isEqualTo("1.0");
    assertThat(found.get(1).purl()).startsWith("pkg:oci/mcp@sha256%3A0123456789abcdef");
  }

  @ParameterizedTest
  @CsvSource({
    "my-mcp:1.0,my-mcp",
    "localhost:5000/acme/mcp,localhost:5000/acme/mcp",
    "${REGISTRY}/acme/mcp:1.0,acme/mcp"
  })
  void an_image_that_no_public_registry_is_known_to_have_has_no_package_url(
      String image, String name) {
    List<Component> found = components(TestConfigs.command("docker run " + image));

    assertThat(found.get(1).name()).isEqualTo(name);
    assertThat(found.get(1).purl()).isEmpty();
  }

  @Test
  void an_image_of_which_only_the_tag_is_known_is_no_component() {
    assertThat(components(TestConfigs.command("docker run ${IMAGE}:1.0"))).hasSize(1);
  }

  @Test
  void a_repository_at_a_commit_has_it_for_its_version() {
    List<Component> found =
        components(TestConfigs.command("uvx --from git+https://github.com/acme/mcp@" + COMMIT));

    assertThat(found.get(1).version()).isEqualTo(COMMIT);
    assertThat(found.get(1).requested()).isEmpty();
    assertThat(found.get(1).purl()).isEqualTo("pkg:github/acme/mcp@" + COMMIT);
  }

  @Test
  void a_bridge_reaches_the_address_in_its_arguments_and_other_programs_do_not() {
    List<Component> bridge =
        components(TestConfigs.command("npx -y mcp-remote@0.1.18 https://mcp.acme.test/sse"));
    List<Component> other =
        components(TestConfigs.command("npx -y some-mcp@1.0.0 --url https://data.acme.test"));

    assertThat(bridge)
        .extracting(Component::name)
        .containsExactly("probe", "mcp-remote", "https://mcp.acme.test/sse");
    assertThat(other).extracting(Component::name).containsExactly("probe", "some-mcp");
  }

  @Test
  void a_package_in_a_script_is_seen() {
    List<Component> found =
        components(TestConfigs.words("sh", "-c", "cd /srv && npx -y acme-mcp@1.2.3"));

    assertThat(found).extracting(Component::name).containsExactly("probe", "acme-mcp");
  }

  @Test
  void no_secret_is_in_a_component_and_a_masked_name_has_no_package_url() {
    String token = SampleTemplate.fill("ghp_{{begin}}{{base62:30}}{{crc32-base62}}", new Random(3));
    String server = TestConfigs.quoted("x " + token);
    DetectionSubject subject =
        TestConfigs.of(
            "{\"mcpServers\": {"
                + server
                + ": {\"url\": \"https://u:correct-horse-battery-9@x.test/?token="
                + token
                + "\"}, \"p\": {\"command\": \"npx\", \"args\": [\""
                + token
                + "\"]}, \"d\": {\"command\": \"docker\", \"args\": [\"run\", \"acme/mcp:"
                + token
                + "\"]}, \"g\": {\"command\": \"uvx\", \"args\": [\"git+https://"
                + token
                + "@github.com/acme/mcp@"
                + token
                + "\"]}}}");

    List<Component> found = components(subject);

    assertThat(found).hasSizeGreaterThan(6);
    assertThat(found.toString())
        .doesNotContain(token, token.substring(8), "correct-horse-battery-9");
    assertThat(found)
        .filteredOn(component -> component.toString().contains("***"))
        .allSatisfy(component -> assertThat(component.purl()).isEmpty());
  }

  @Test
  void a_file_without_servers_has_no_components() {
    assertThat(components(TestConfigs.of("{\"mcpServers\": {}}"))).isEmpty();
  }

  private static List<Component> components(DetectionSubject subject) {
    return Components.of(subject.config(), subject.redactor());
  }
}
