package io.svc.scanner.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VersionAndTlsPlannerTest {
  private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

  private static String pinned(String server, Map<String, String> versions) {
    String text = "{\"mcpServers\": {\"s\": " + server + "}}";
    FixPlan plan = new FixRun().pinning(versions).plan(".mcp.json", text);
    String changed = FixRun.text(plan);
    return changed.substring("{\"mcpServers\": {\"s\": ".length(), changed.length() - 2);
  }

  @Test
  void packages_of_node_are_pinned_whatever_followed_their_name() {
    Map<String, String> versions = Map.of("@acme/mcp", "1.2.3", "b-mcp", "2.0.0-rc.1");

    assertThat(pinned("{\"command\": \"npx\", \"args\": [\"-y\", \"@acme/mcp@latest\"]}", versions))
        .isEqualTo("{\"command\": \"npx\", \"args\": [\"-y\", \"@acme/mcp@1.2.3\"]}");
    assertThat(
            pinned(
                "{\"command\": \"npx\", \"args\": [\"--package=@acme/mcp\", \"acme\"]}", versions))
        .isEqualTo("{\"command\": \"npx\", \"args\": [\"--package=@acme/mcp@1.2.3\", \"acme\"]}");
    assertThat(pinned("{\"command\": \"npx -y b-mcp@>=1.0 --b-mcp x\"}", versions))
        .isEqualTo("{\"command\": \"npx -y b-mcp@2.0.0-rc.1 --b-mcp x\"}");
    assertThat(pinned("{\"command\": \"bash\", \"args\": [\"-c\", \"npx -y b-mcp\"]}", versions))
        .isEqualTo("{\"command\": \"bash\", \"args\": [\"-c\", \"npx -y b-mcp@2.0.0-rc.1\"]}");
    assertThat(pinned("{\"command\": \"deno\", \"args\": [\"run\", \"npm:b-mcp\"]}", versions))
        .isEqualTo("{\"command\": \"deno\", \"args\": [\"run\", \"npm:b-mcp@2.0.0-rc.1\"]}");
  }

  @Test
  void packages_of_python_keep_their_extras_and_their_sign() {
    Map<String, String> versions = Map.of("Acme.MCP", "1.2", "serena", "0.1.4");

    assertThat(pinned("{\"command\": \"uvx\", \"args\": [\"acme-mcp\"]}", versions))
        .isEqualTo("{\"command\": \"uvx\", \"args\": [\"acme-mcp==1.2\"]}");
    assertThat(pinned("{\"command\": \"uvx\", \"args\": [\"serena@latest\"]}", versions))
        .isEqualTo("{\"command\": \"uvx\", \"args\": [\"serena@0.1.4\"]}");
    assertThat(
            pinned(
                "{\"command\": \"uvx\", \"args\": [\"--from\", \"acme_mcp[cli]>=1\", \"acme\"]}",
                versions))
        .isEqualTo(
            "{\"command\": \"uvx\", \"args\": [\"--from\", \"acme_mcp[cli]==1.2\", \"acme\"]}");
    assertThat(
            pinned("{\"command\": \"uvx\", \"args\": [\"--from=serena\", \"serena\"]}", versions))
        .isEqualTo("{\"command\": \"uvx\", \"args\": [\"--from=serena==0.1.4\", \"serena\"]}");
  }

  @Test
  void images_get_a_digest_behind_their_tag_or_another_tag() {
    String server = "{\"command\": \"docker\", \"args\": [\"run\", \"-i\", \"%s\"]}";

    assertThat(pinned(server.formatted("ghcr.io/acme/mcp:1.2"), Map.of("ghcr.io/acme/mcp", DIGEST)))
        .isEqualTo(server.formatted("ghcr.io/acme/mcp:1.2@" + DIGEST));
    assertThat(pinned(server.formatted("acme/mcp:latest"), Map.of("docker.io/acme/mcp", "1.4.0")))
        .isEqualTo(server.formatted("acme/mcp:1.4.0"));
  }

  @Test
  void a_tag_is_reported_as_mutable() {
    FixPlan plan =
        new FixRun()
            .pinning(Map.of("acme/mcp", "1.4.0"))
            .plan(
                ".mcp.json",
                "{\"mcpServers\": {\"s\": {\"command\": \"docker\", \"args\": [\"run\","
                    + " \"acme/mcp\"]}}}");

    assertThat(plan.fixes()).hasSize(1);
    assertThat(FixRun.reasons(plan))
        .containsExactly("acme/mcp is run by tag, which can be moved; specify its digest");
  }

  @Test
  void what_is_no_exact_version_pins_nothing() {
    String server = "{\"command\": \"npx\", \"args\": [\"a-mcp\"]}";

    assertThat(pinned(server, Map.of("a-mcp", "latest"))).isEqualTo(server);
    assertThat(pinned(server, Map.of("a-mcp", "1.x.0"))).isEqualTo(server);
    assertThat(pinned(server, Map.of("a-mcp", "1.0.0 --evil"))).isEqualTo(server);
    assertThat(pinned(server, Map.of("other", "1.0.0"))).isEqualTo(server);
  }

  @Test
  void toml_and_yaml_keep_their_quotes() {
    FixRun run = new FixRun().pinning(Map.of("a-mcp", "1.0.0"));

    FixPlan toml =
        run.plan(
            ".codex/config.toml",
            """
            [mcp_servers.a]
            command = 'npx'
            args = ['-y', "a-mcp"] # x
            [mcp_servers.b]
            command = '''npx -y a-mcp'''
            """);
    FixPlan yaml =
        run.plan(
            ".config/goose/config.yaml",
            """
            extensions:
              a:
                type: stdio
                cmd: npx
                args: [-y, a-mcp, 'x''y'] # z
            """);

    assertThat(FixRun.text(toml))
        .isEqualTo(
            """
            [mcp_servers.a]
            command = 'npx'
            args = ['-y', "a-mcp@1.0.0"] # x
            [mcp_servers.b]
            command = '''npx -y a-mcp@1.0.0'''
            """);
    assertThat(FixRun.text(yaml))
        .isEqualTo(
            """
            extensions:
              a:
                type: stdio
                cmd: npx
                args: [-y, "a-mcp@1.0.0", 'x''y'] # z
            """);
  }

  @Test
  void addresses_of_the_internet_are_encrypted_and_others_stay() {
    String text =
        """
        {"mcpServers": {
          "a": {"url": "http://mcp.acme.example/mcp"},
          "b": {"url": "http://localhost:3000/mcp"},
          "c": {"url": "http://10.0.0.2/mcp"},
          "d": {"url": "http://mcp.acme.example:80/mcp"},
          "e": {"url": "WS://mcp.acme.example/mcp"}}}
        """;

    FixPlan plan = new FixRun().encrypting().plan(".mcp.json", text);

    assertThat(FixRun.text(plan))
        .isEqualTo(
            text.replace("\"http://mcp.acme.example/mcp\"", "\"https://mcp.acme.example/mcp\"")
                .replace("WS://", "WSS://"));
    assertThat(FixRun.reasons(plan))
        .containsExactly(
            "http://10.0.0.2/mcp is unchanged: the host is in a private network, where"
                + " certificates are rare",
            "http://mcp.acme.example:80/mcp is unchanged: the address uses port 80, which does"
                + " not support TLS");
  }
}
