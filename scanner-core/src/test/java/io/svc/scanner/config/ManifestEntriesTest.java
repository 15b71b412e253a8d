package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of manifests that have an unusual or a wrong shape. */
class ManifestEntriesTest {
  private static McpConfig registry(String entries) {
    return TestConfigs.read("server.json", "{\"name\": \"a/b\", " + entries + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "\"registryType\": \"npm\", \"identifier\": \"x\"; npx x",
        "\"registryType\": \"npm\", \"identifier\": \"x\", \"version\": \"latest\"; npx x@latest",
        "\"registryType\": \"pypi\", \"identifier\": \"x\", \"version\": \"latest\"; uvx x@latest",
        "\"registryType\": \"pypi\", \"identifier\": \"x\", \"runtimeHint\": \"python\"; python",
        "\"registryType\": \"oci\", \"identifier\": \"h:5000/x\", \"version\": \"1\";"
            + " docker run h:5000/x:1",
        "\"registryType\": \"oci\", \"identifier\": \"x@sha256:0\", \"version\": \"1\";"
            + " docker run x@sha256:0",
        "\"registryType\": \"mcpb\", \"identifier\": \"https://h.example/x.mcpb\", \"version\": \"1\";"
            + " mcpb https://h.example/x.mcpb",
        "\"registry_name\": \"npm\", \"name\": \"x\", \"version\": \"1.0.0\"; npx x@1.0.0",
      })
  void the_kind_of_a_package_decides_its_command(String members, String words) {
    McpConfig config = registry("\"packages\": [{" + members + "}]");

    assertThat(String.join(" ", ReadServer.only(config).words())).isEqualTo(words);
  }

  @Test
  void entries_of_a_registry_without_their_parts_are_skipped() {
    McpConfig config =
        registry(
            "\"packages\": [{\"registryType\": \"npm\"}, 3], \"remotes\": [{\"type\": \"sse\"}]");

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped())
        .extracting(SkippedServer::name, SkippedServer::reason)
        .containsExactly(
            tuple("a/b (package)", "expected a package with an identifier"),
            tuple("a/b (package 2)", "expected a package with an identifier"),
            tuple("a/b (remote)", "expected a remote server with a url"));
  }

  @Test
  void an_answer_of_the_registry_has_its_entry_in_an_object() {
    McpConfig config =
        TestConfigs.read(
            "server.json",
            "{\"server\": {\"name\": \"a/b\", \"remotes\": [{\"url\": \"https://h.example\"}]},"
                + " \"_meta\": {}}");

    assertThat(ReadServer.only(config)).isEqualTo(ReadServer.remote("a/b", "https://h.example"));
  }

  @Test
  void another_server_json_has_no_servers() {
    McpConfig config = TestConfigs.read("server.json", "{\"name\": \"web\", \"port\": 80}");

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped()).isEmpty();
  }

  @Test
  void a_web_manifest_has_no_servers() {
    McpConfig config =
        TestConfigs.read("manifest.json", "{\"name\": \"web\", \"start_url\": \"/mcp\"}");

    assertThat(config.servers()).isEmpty();
  }

  @Test
  void a_bundle_whose_parts_have_wrong_kinds_is_partial() {
    McpConfig config =
        TestConfigs.read(
            "manifest.json",
            "{\"name\": \"a\", \"server\": {\"mcp_config\":"
                + " {\"args\": [], \"platform_overrides\": {\"win32\": 1, \"linux\": {}}}}}");

    assertThat(config.skipped()).hasSize(1);
    assertThat(config.servers()).extracting(McpServer::name).containsExactly("a (linux)");
  }

  @Test
  void entries_of_a_catalog_without_an_image_or_an_address_are_skipped() {
    McpConfig config =
        TestConfigs.read(
            "/h/.docker/mcp/catalogs/a.yaml", "registry: {a: {title: A}, b: 3, c: {ref: ''}}");

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped())
        .extracting(SkippedServer::name, SkippedServer::reason)
        .containsExactly(
            tuple("a", "it has neither an image nor a url"),
            tuple("b", "expected an object, found a number"));
  }
}
