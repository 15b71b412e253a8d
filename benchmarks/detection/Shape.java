package detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * The configuration format of a client: a row of {@code shapes.tsv}.
 *
 * @param weight how often the client occurs, relative to the others
 * @param keys the path of keys to the servers; the last ends with {@code []} when they are a list
 * @param settings other settings of the file, in JSON
 * @param program a server that is a program, in JSON
 * @param remote a server with a URL, in JSON; empty when the client has none
 */
record Shape(
    String id,
    int weight,
    String path,
    String language,
    List<String> keys,
    String settings,
    String program,
    String remote) {
  private static final List<String> INDENTS = List.of("  ", "  ", "  ", "    ", "\t", "");
  private static final List<Shape> ALL = Rows.of("shapes.tsv").stream().map(Shape::of).toList();

  private static Shape of(List<String> row) {
    int weight = Integer.parseInt(row.get(1));
    List<String> keys = List.of(row.get(4).split(" "));
    return new Shape(
        row.get(0), weight, row.get(2), row.get(3), keys, row.get(5), row.get(6), row.get(7));
  }

  static Shape of(String id) {
    return ALL.stream().filter(shape -> shape.id.equals(id)).findFirst().orElseThrow();
  }

  /** Shapes for programs, or those that support URLs. */
  static List<Shape> all(boolean isRemote) {
    return ALL.stream().filter(shape -> !isRemote || !shape.remote.equals("{}")).toList();
  }

  String text(List<Server> servers) {
    return write(root(servers), "  ");
  }

  /** As {@link #text(List)}, in one of the layouts that files have. */
  String text(List<Server> servers, Draw draw) {
    String text = write(root(servers), draw.pick(INDENTS));
    if (language.equals("JSONC") && draw.oneIn(3)) {
      text = "// Servers of this project.\n" + text;
    }
    if (draw.oneIn(10)) {
      text = text.replace("\n", "\r\n");
    }
    if (!language.equals("TOML") && draw.oneIn(15)) {
      text = "\uFEFF" + text;
    }
    return draw.oneIn(3) ? text : text + "\n";
  }

  private String write(Map<String, Object> root, String indent) {
    if (language.equals("YAML")) {
      DumperOptions options = new DumperOptions();
      options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
      options.setSplitLines(false);
      return new Yaml(options).dump(root);
    }
    return language.equals("TOML") ? Toml.toToml(root) : Json.write(root, indent);
  }

  private Map<String, Object> root(List<Server> servers) {
    Map<String, Object> root = new LinkedHashMap<>(Json.object(Json.parse(settings)));
    servers.forEach(server -> putJson(root, server.all("setting")));
    Map<String, Object> parent = root;
    for (String key : keys.subList(0, keys.size() - 1)) {
      parent.put(key, new LinkedHashMap<>());
      parent = Json.object(parent.get(key));
    }
    String last = keys.get(keys.size() - 1).replace("[]", "");
    Map<String, Object> map = new LinkedHashMap<>();
    servers.forEach(server -> map.put(server.name(), entry(server)));
    parent.put(last, isList() ? new ArrayList<>(map.values()) : map);
    return root;
  }

  private boolean isList() {
    return keys.get(keys.size() - 1).endsWith("[]");
  }

  private Map<String, Object> entry(Server server) {
    Map<String, Object> entry = new LinkedHashMap<>();
    if (isList()) {
      entry.put("name", server.name());
    }
    List<String> words = server.words();
    if (!words.isEmpty()) {
      Map<String, Object> values =
          Map.of(
              "<name>", server.name(),
              "<command>", words.get(0),
              "<url>", words.get(0),
              "<args>", words.subList(1, words.size()),
              "<line>", words,
              "<env>", server.all("env"),
              "<headers>", server.all("header"));
      String template = server.isRemote() ? remote : program;
      entry.putAll(Json.object(filled(Json.parse(template), values)));
    }
    putJson(entry, server.all("field"));
    return entry;
  }

  /** Fills a template and removes empty maps and lists. */
  private static Object filled(Object template, Map<String, Object> values) {
    if (template instanceof Map<?, ?> map) {
      Map<String, Object> filled = new LinkedHashMap<>();
      map.forEach((key, value) -> filled.put(key.toString(), filled(value, values)));
      filled.values().removeIf(value -> value.equals(Map.of()) || value.equals(List.of()));
      return filled;
    }
    return values.getOrDefault(template.toString(), template);
  }

  private static void putJson(Map<String, Object> map, Map<String, String> values) {
    values.forEach((key, json) -> map.put(key, Json.parse(json)));
  }
}
