package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.serverOf;
import static io.svc.scanner.config.TestConfigs.skipReasonOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServerReaderTest {

  static List<Arguments> launches() {
    return List.of(
        arguments("{'command': 'npx', 'args': ['-y', 'p']}", List.of("npx", "-y", "p")),
        arguments("{'command': 'npx'}", List.of("npx")),
        arguments("{'command': 'npx', 'args': []}", List.of("npx")),
        arguments("{'command': 'npx', 'args': null}", List.of("npx")),
        arguments("{'cmd': 'npx', 'arguments': ['p']}", List.of("npx", "p")),
        arguments("{'command': ['npx', '-y', 'p']}", List.of("npx", "-y", "p")),
        arguments("{'command': ['npx', '-y'], 'args': ['p']}", List.of("npx", "-y", "p")),
        arguments("{'command': ['npx', ['-y', ['p']]]}", List.of("npx", "-y", "p")),
        arguments("{'command': {'path': 'npx', 'args': ['p']}}", List.of("npx", "p")),
        arguments("{'command': {'command': 'npx', 'args': ['p']}}", List.of("npx", "p")),
        arguments("{'command': {'path': 'npx'}, 'args': ['p']}", List.of("npx", "p")),
        arguments("{'command': 'npx -y p'}", List.of("npx", "-y", "p")),
        arguments("{'command': 'npx -y', 'args': ['p']}", List.of("npx", "-y", "p")),
        arguments(
            "{'command': '/usr/local/bin/npx -y p'}", List.of("/usr/local/bin/npx", "-y", "p")),
        arguments(
            "{'command': 'docker exec -i box run'}", List.of("docker", "exec", "-i", "box", "run")),
        arguments("{'command': 'own-server --stdio'}", List.of("own-server", "--stdio")),
        arguments("{'command': ['npx -y p']}", List.of("npx", "-y", "p")),
        arguments("{'command': '/opt/my tools/run'}", List.of("/opt/my tools/run")),
        arguments("{'command': 'My Server', 'args': ['x']}", List.of("My Server", "x")),
        arguments("{'command': 'npx', 'args': '-y p'}", List.of("npx", "-y", "p")),
        arguments("{'command': 'npx', 'args': ['-y p']}", List.of("npx", "-y p")),
        arguments("{'command': 'npx', 'args': ['']}", List.of("npx", "")),
        arguments(
            "{'command': 'npx', 'args': [8080, true, 1.50]}",
            List.of("npx", "8080", "true", "1.50")),
        arguments("{'transport': {'command': 'npx', 'args': ['p']}}", List.of("npx", "p")),
        arguments("{'config': {'command': 'npx', 'args': ['p']}}", List.of("npx", "p")));
  }

  @ParameterizedTest
  @MethodSource("launches")
  void every_spelling_of_a_launch_is_read(String entry, List<String> words) {
    assertThat(serverOf(quoted(entry))).isEqualTo(local("one", words.toArray(String[]::new)));
  }

  @Test
  void a_path_with_blanks_is_one_word_also_on_windows() {
    var entry =
        """
        {"command": "C:\\\\Program Files\\\\own\\\\run.exe"}
        """;

    assertThat(serverOf(entry)).isEqualTo(local("one", "C:\\Program Files\\own\\run.exe"));
  }

  @Test
  void quotes_keep_blanks_together() {
    var entry =
        """
        {"command": "'/opt/a b/run' --x", "args": "-y 'p q'"}
        """;

    assertThat(serverOf(entry)).isEqualTo(local("one", "/opt/a b/run", "--x", "-y", "p q"));
  }

  @Test
  void words_of_a_list_come_from_their_own_elements() {
    var server =
        json(quoted("{'mcpServers': {'a': {'command': 'npx', 'args': ['-y', 'p']}}}"))
            .servers()
            .get(0);

    assertThat(server.launch().words())
        .extracting(word -> word.origin().location().pointer())
        .containsExactly("/mcpServers/a/command", "/mcpServers/a/args/0", "/mcpServers/a/args/1");
  }

  @Test
  void words_of_one_text_share_its_origin() {
    var server = json(quoted("{'mcpServers': {'a': {'command': 'npx -y p'}}}")).servers().get(0);

    assertThat(server.launch().words())
        .extracting(word -> word.origin().text())
        .containsExactly("npx -y p", "npx -y p", "npx -y p");
  }

  @Test
  void an_empty_url_next_to_a_command_is_none() {
    assertThat(serverOf(quoted("{'command': 'x', 'args': [], 'url': '', 'headers': {}}")))
        .isEqualTo(local("one", "x"));
  }

  @Test
  void an_empty_command_next_to_a_url_is_none() {
    assertThat(serverOf(quoted("{'command': '', 'args': [], 'url': 'https://a.test'}")))
        .isEqualTo(remote("one", "https://a.test"));
  }

  @Test
  void a_null_command_next_to_a_url_is_none() {
    assertThat(serverOf(quoted("{'command': null, 'args': ['x'], 'url': 'https://a.test'}")))
        .isEqualTo(remote("one", "https://a.test"));
  }

  @Test
  void a_command_and_a_url_are_both_read() {
    assertThat(serverOf(quoted("{'command': 'x', 'url': 'https://a.test'}")))
        .isEqualTo(local("one", "x").withUrls("https://a.test"));
  }

  @Test
  void a_server_that_the_client_provides_needs_neither_command_nor_url() {
    assertThat(serverOf(quoted("{'type': 'builtin', 'enabled': true}"))).isEqualTo(local("one"));
  }

  @Test
  void a_server_that_an_extension_starts_needs_neither_command_nor_url() {
    assertThat(serverOf(quoted("{'settings': {'page_format': 'Letter'}}"))).isEqualTo(local("one"));
    assertThat(serverOf(quoted("{'source': 'extension', 'enabled': true}")))
        .isEqualTo(local("one"));
    assertThat(skipReasonOf(quoted("{'source': 'custom', 'enabled': true}")))
        .isEqualTo("it has neither a command nor a url");
  }

  static List<Arguments> unreadableEntries() {
    return List.of(
        arguments("'npx'", "expected an object, found a text"),
        arguments("7", "expected an object, found a number"),
        arguments("false", "expected an object, found a boolean"),
        arguments("null", "expected an object, found null"),
        arguments("['npx']", "expected an object, found a list"),
        arguments("{}", "it has neither a command nor a url"),
        arguments("{'args': ['x']}", "it has neither a command nor a url"),
        arguments("{'command': '', 'url': ' '}", "it has neither a command nor a url"),
        arguments("{'command': []}", "it has neither a command nor a url"),
        arguments("{'command': [], 'args': ['x']}", "it has neither a command nor a url"),
        arguments("{'command': {}}", "its command is an object without a path"),
        arguments("{'command': {'args': ['x']}}", "its command is an object without a path"),
        arguments(
            "{'command': ['npx', {'a': 1}]}",
            "its command holds an object; expected a string or a list of strings"),
        arguments(
            "{'command': 'npx', 'args': {'a': 1}}",
            "its args holds an object; expected a string or a list of strings"),
        arguments(
            "{'command': 'npx', 'arguments': [{}]}",
            "its arguments holds an object; expected a string or a list of strings"),
        arguments("{'command': 7}", "its command is a number; expected a text"),
        arguments("{'command': 'npx', 'env': 5}", "its env is a number; expected a map"),
        arguments("{'command': 'npx', 'envs': true}", "its env is a boolean; expected a map"),
        arguments(
            "{'url': 'https://a.test', 'headers': 1}", "its headers is a number; expected a map"));
  }

  @ParameterizedTest
  @MethodSource("unreadableEntries")
  void an_unreadable_entry_is_skipped_with_its_reason(String entry, String reason) {
    assertThat(skipReasonOf(quoted(entry))).isEqualTo(reason);
  }

  @Test
  void the_rest_of_the_file_is_read_when_an_entry_is_skipped() {
    var config =
        json(
            """
            {
              "mcpServers": {
                "first": {"command": "x"},
                "broken": {"args": []},
                "last": {"command": "y"}
              }
            }
            """);

    assertThat(ReadServer.all(config)).containsExactly(local("first", "x"), local("last", "y"));
    assertThat(config.skipped())
        .containsExactly(
            new SkippedServer(
                "broken",
                "it has neither a command nor a url",
                new Location("/mcpServers/broken", 4, 5)));
  }

  @Test
  void a_server_knows_its_entry_and_where_its_name_is() {
    var server =
        json("{\n\"servers\": {\n  \"git\": {\"command\": \"x\", \"description\": \"Ours\"}}}")
            .servers()
            .get(0);

    assertThat(server.nameLocation()).isEqualTo(new Location("/servers/git", 3, 3));
    assertThat(server.entry().location()).isEqualTo(new Location("/servers/git", 3, 10));
    assertThat(server.description()).isEqualTo("Ours");
    assertThat(server.isLocal()).isTrue();
    assertThat(server.url()).isEmpty();
  }

  private static String quoted(String entry) {
    return entry.replace('\'', '"');
  }
}
