package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;
import static io.svc.scanner.config.TestConfigs.json;
import static io.svc.scanner.config.TestConfigs.serverOf;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment, addresses and headers. */
class ServerReaderFieldsTest {
  private static final String URL = "https://a.test/mcp";

  @ParameterizedTest
  @ValueSource(strings = {"env", "environment", "envs"})
  void an_environment_is_a_map(String key) {
    var server =
        serverOf("{\"command\": \"x\", \"%s\": {\"A\": \"1\", \"B\": \"\"}}".formatted(key));

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "B="));
  }

  @Test
  void an_environment_is_a_list_of_assignments() {
    var server = serverOf("{\"command\": \"x\", \"env\": [\"A=1\", \"B=x=y\", \"C\", \"D=\"]}");

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "B=x=y", "C=", "D="));
  }

  @Test
  void an_environment_is_a_list_of_names_with_values() {
    var server =
        serverOf(
            """
            {"command": "x", "env": [{"name": "A", "value": "1"}, {"key": "B", "value": 2}]}
            """);

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "B=2"));
  }

  @Test
  void an_environment_is_a_list_of_small_maps() {
    var server = serverOf("{\"command\": \"x\", \"env\": [{\"A\": \"1\"}, {\"B\": \"2\"}]}");

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "B=2"));
  }

  @Test
  void environments_under_several_keys_add_up() {
    var server =
        serverOf(
            """
            {"command": {"path": "x", "env": {"C": "3"}}, "env": {"A": "1"}, "envs": {"B": "2"}}
            """);

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "B=2", "C=3"));
  }

  @Test
  void values_that_are_no_texts_are_read_as_they_are_written() {
    var server =
        serverOf(
            """
            {"command": "x", "env": {"A": 8080, "B": true, "C": 1.50, "D": 1e3, "E": null}}
            """);

    assertThat(server)
        .isEqualTo(local("one", "x").withEnv("A=8080", "B=true", "C=1.50", "D=1e3", "E="));
  }

  @Test
  void values_inside_a_value_are_read_under_its_name() {
    var server =
        serverOf("{\"command\": \"x\", \"env\": {\"A\": [\"1\", \"2\"], \"B\": {\"C\": \"3\"}}}");

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "A=2", "C=3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "\"\"", "{}", "[]", "\"${env}\""})
  void an_environment_may_contain_nothing(String value) {
    assertThat(serverOf("{\"command\": \"x\", \"env\": %s}".formatted(value)))
        .isEqualTo(local("one", "x"));
  }

  @Test
  void null_in_an_environment_is_distinguished_from_an_empty_text() {
    var env =
        json("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": null, \"B\": \"\"}}}}")
            .servers()
            .get(0)
            .env();

    assertThat(env).extracting(named -> named.value().isNull()).containsExactly(true, false);
  }

  @Test
  void a_variable_that_occurs_twice_is_retained_twice() {
    var server = serverOf("{\"command\": \"x\", \"env\": {\"A\": \"1\", \"A\": \"2\"}}");

    assertThat(server).isEqualTo(local("one", "x").withEnv("A=1", "A=2"));
  }

  @Test
  void an_assignment_is_where_its_text_is() {
    var env =
        json("{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": [\"A=1\"]}}}")
            .servers()
            .get(0)
            .env();

    assertThat(env)
        .extracting(named -> named.value().location())
        .containsExactly(new Location("/mcpServers/a/env/0", 1, 47));
  }

  @ParameterizedTest
  @ValueSource(strings = {"url", "serverUrl", "httpUrl", "uri", "endpoint", "baseUrl", "link"})
  void an_address_has_many_names(String key) {
    assertThat(serverOf("{\"%s\": \"%s\"}".formatted(key, URL))).isEqualTo(remote("one", URL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"transport", "config", "server", "remote"})
  void an_address_is_in_a_nested_object(String key) {
    var server =
        serverOf(
            """
            {"%s": {"type": "sse", "url": "%s", "headers": {"X-Key": "k"}}}
            """
                .formatted(key, URL));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("X-Key: k"));
  }

  @Test
  void a_transport_that_is_a_word_is_no_object() {
    assertThat(serverOf("{\"transport\": \"sse\", \"url\": \"%s\"}".formatted(URL)))
        .isEqualTo(remote("one", URL));
  }

  @Test
  void several_addresses_are_all_read() {
    assertThat(serverOf("{\"url\": \"https://b.test\", \"httpUrl\": \"%s\"}".formatted(URL)))
        .isEqualTo(remote("one", "https://b.test", URL));
  }

  @ParameterizedTest
  @ValueSource(strings = {"headers", "http_headers"})
  void headers_have_two_names(String key) {
    var server =
        serverOf("{\"url\": \"%s\", \"%s\": {\"A\": \"1\", \"B\": \"2\"}}".formatted(URL, key));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("A: 1", "B: 2"));
  }

  @Test
  void headers_are_among_the_options_of_requests() {
    var server =
        serverOf(
            "{\"url\": \"%s\", \"requestOptions\": {\"headers\": {\"A\": \"1\"}}}".formatted(URL));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("A: 1"));
  }

  @Test
  void headers_are_among_the_options_of_requests_of_a_nested_config() {
    var server =
        serverOf(
            """
            {"config": {"url": "%s", "requestOptions": {"headers": {"A": "1"}}}}
            """
                .formatted(URL));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("A: 1"));
  }

  @Test
  void headers_are_a_list_of_names_with_values() {
    var server =
        serverOf(
            """
            {"url": "%s", "headers": [{"name": "A", "value": "1"}, {"key": "B", "value": "2"}]}
            """
                .formatted(URL));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("A: 1", "B: 2"));
  }

  @Test
  void headers_are_a_list_of_lines() {
    var server = serverOf("{\"url\": \"%s\", \"headers\": [\"A: 1\"]}".formatted(URL));

    assertThat(server).isEqualTo(remote("one", URL).withHeaders("A: 1"));
  }
}
