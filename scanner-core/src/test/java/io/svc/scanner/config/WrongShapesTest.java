package io.svc.scanner.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/**
 * A value of the wrong type, wherever servers or their parts are expected, makes a file partial. It
 * is never dropped in silence, in any of the languages.
 */
class WrongShapesTest {
  private static final String CANARY = "canary";

  /** A file in one language. */
  record Shape(String language, String label, String place, Object value, Map<String, ?> file) {
    String text() {
      return switch (language) {
        case "json" -> inline(file, ": ");
        case "yaml" -> new Yaml().dump(file);
        default -> toml(file);
      };
    }

    McpConfig read() {
      ReadOutcome outcome =
          ConfigReader.read(
              Path.of("file." + language),
              text().getBytes(StandardCharsets.UTF_8),
              Optional.of(label));
      assertThat(outcome).isInstanceOf(ReadOutcome.Parsed.class);
      return ((ReadOutcome.Parsed) outcome).config();
    }

    @Override
    public String toString() {
      return language + " " + label + " " + place + " = " + value;
    }
  }

  /** Keys under which the client of a label has its servers, from the top. */
  private static final Map<String, List<String>> CONTAINERS =
      Map.of(
          "claude-desktop", List.of("mcpServers"),
          "claude-code", List.of("projects", "/p", "mcpServers"),
          "codex", List.of("mcp_servers"),
          "zed", List.of("context_servers"),
          "jetbrains", List.of("modelContextProtocolServers"),
          "vscode", List.of("mcp", "servers"),
          "opencode", List.of("mcp"),
          "goose", List.of("extensions"));

  static List<Shape> wrongContainers() {
    List<Object> values = new ArrayList<>(List.of(CANARY, 5, true, List.of(CANARY), List.of(5)));
    values.addAll(List.of(List.of(CANARY, 5), List.of(true), List.of(List.of(CANARY))));
    for (Object entry : List.of(CANARY, 5, true, List.of(), List.of(CANARY))) {
      values.add(Map.of("a", entry));
    }
    values.add(Arrays.asList(CANARY, null));
    values.add(Arrays.asList((Object) null));
    List<Shape> shapes = new ArrayList<>();
    CONTAINERS.forEach(
        (label, keys) -> {
          for (Object value : values) {
            Object file = value;
            for (int i = keys.size() - 1; i >= 0; i--) {
              file = Map.of(keys.get(i), file);
            }
            add(label, String.join(".", keys), value, file, shapes);
          }
        });
    for (Object projects : List.of(CANARY, 5, List.of(CANARY), Map.of("/p", 5))) {
      add("claude-code", "projects", projects, Map.of("projects", projects), shapes);
    }
    return shapes;
  }

  static List<Shape> wrongParts() {
    Map<String, List<Object>> wrong = new LinkedHashMap<>();
    Object object = Map.of("x", CANARY);
    wrong.put("command", List.of(5, true, object, List.of(object)));
    wrong.put("args", List.of(5, true, object, List.of(object), List.of(List.of(object))));
    List<Object> maps =
        List.of(5, true, "A=" + CANARY, List.of(5), List.of(true), List.of(List.of("A=1")));
    for (String key : List.of("env", "environment", "envs", "headers", "http_headers")) {
      wrong.put(key, maps);
    }
    for (String key : List.of("url", "serverUrl", "httpUrl", "uri")) {
      wrong.put(key, List.of(5, true, List.of("https://a.test/" + CANARY), object));
    }
    List<Shape> shapes = new ArrayList<>();
    wrong.forEach(
        (key, values) -> {
          for (Object value : values) {
            Map<String, Object> entry = new LinkedHashMap<>(Map.of("command", "good"));
            entry.put(key, value);
            Map<String, Object> listed = new LinkedHashMap<>(entry);
            listed.put("name", "a");
            add("cursor", key, value, Map.of("mcpServers", Map.of("a", entry)), shapes);
            add("continue", key, value, Map.of("mcpServers", List.of(listed)), shapes);
          }
        });
    return shapes;
  }

  @SuppressWarnings("unchecked") // All files are maps of texts.
  private static void add(
      String label, String location, Object value, Object file, List<Shape> shapes) {
    for (String language : List.of("json", "yaml", "toml")) {
      if (!language.equals("toml") || !String.valueOf(value).contains("null")) {
        shapes.add(new Shape(language, label, location, value, (Map<String, ?>) file));
      }
    }
  }

  private static String toml(Map<String, ?> file) {
    StringBuilder text = new StringBuilder();
    file.forEach(
        (key, value) -> text.append(quoted(key)).append(" = ").append(inline(value, " = ")));
    return text.append('\n').toString();
  }

  private static String inline(Object value, String separator) {
    if (value instanceof Map<?, ?> map) {
      List<String> members = new ArrayList<>();
      map.forEach(
          (key, member) ->
              members.add(quoted((String) key) + separator + inline(member, separator)));
      return "{" + String.join(", ", members) + "}";
    }
    if (value instanceof List<?> list) {
      List<String> elements = new ArrayList<>();
      list.forEach(element -> elements.add(inline(element, separator)));
      return "[" + String.join(", ", elements) + "]";
    }
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  @ParameterizedTest
  @MethodSource("wrongContainers")
  void a_container_or_entry_of_the_wrong_type_is_reported(Shape shape) {
    McpConfig config = shape.read();

    assertThat(config.servers()).isEmpty();
    assertThat(config.skipped())
        .isNotEmpty()
        .allSatisfy(skipped -> assertThat(skipped.reason()).doesNotContain(CANARY));
  }

  @ParameterizedTest
  @MethodSource("wrongParts")
  void a_part_of_the_wrong_type_is_reported_and_the_rest_is_read(Shape shape) {
    McpConfig config = shape.read();

    assertThat(config.skipped())
        .hasSize(1)
        .allSatisfy(
            skipped -> {
              assertThat(skipped.name()).isEqualTo("a");
              assertThat(skipped.reason()).startsWith("its ").doesNotContain(CANARY);
            });
    boolean hasNoCommand = shape.place().equals("command") && !(shape.value() instanceof Number);
    if (!hasNoCommand && !(shape.value() instanceof Boolean)) {
      assertThat(config.servers()).hasSize(1);
    }
  }

  @Test
  void each_element_of_a_list_is_reported() {
    Object file = Map.of("mcpServers", List.of(Map.of("command", "good"), "x", 5, "# note"));
    List<Shape> shapes = new ArrayList<>();
    add("cursor", "mcpServers", "", file, shapes);

    for (Shape shape : shapes) {
      assertThat(shape.read().servers()).hasSize(1);
      assertThat(shape.read().skipped())
          .extracting(SkippedServer::name)
          .containsExactly("#1", "#2", "#3");
    }
    assertThat(wrongContainers()).hasSizeGreaterThan(250);
    assertThat(wrongParts()).hasSizeGreaterThan(200);
  }
}
