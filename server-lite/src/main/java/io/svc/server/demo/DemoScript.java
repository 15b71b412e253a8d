package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.svc.server.json.YamlResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads the script of one subject from a resource: a list of calls. {@code at} is the time before
 * the end of the script; the default is a minute after the previous call. {@code eval} is a
 * decision that an agent requests.
 */
final class DemoScript {
  private static final Duration STEP = Duration.ofMinutes(1);
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final Set<String> WORDS =
      Set.of("at", "by", "headers", "body", "keep", "status", "work");
  private static final String EVAL = "eval";
  private static final String RUNTIME = "runtime";

  private DemoScript() {}

  static List<DemoCall> read(String name) {
    List<DemoCall> calls = new ArrayList<>();
    Duration before = Duration.ZERO;
    String by = "";
    for (JsonNode line : load(name)) {
      before = line.has("at") ? DemoDuration.parse(line.path("at").asText()) : later(before);
      by = line.has("by") ? line.path("by").asText() : by;
      calls.add(readCall(name, line, before, by));
    }
    return calls;
  }

  static JsonNode load(String name) {
    return YamlResource.read(DemoScript.class, name + ".yaml");
  }

  private static Duration later(Duration before) {
    return before.compareTo(STEP) > 0 ? before.minus(STEP) : Duration.ZERO;
  }

  private static DemoCall readCall(String file, JsonNode line, Duration before, String by) {
    Map<String, String> captured = texts(line.path("keep"));
    boolean due = line.path("work").asBoolean(false);
    if (line.has(EVAL)) {
      return new DemoCall(
          before,
          line.has("by") ? by : RUNTIME,
          "POST",
          "/v1/eval",
          Map.of(),
          line.path(EVAL),
          0,
          captured,
          due);
    }
    String method = "";
    String path = "";
    for (Map.Entry<String, JsonNode> member : line.properties()) {
      if (METHODS.contains(member.getKey())) {
        method = member.getKey().toUpperCase(Locale.ROOT);
        path = member.getValue().asText();
      } else if (!WORDS.contains(member.getKey())) {
        throw new DemoException(
            "\"" + member.getKey() + "\" in " + file + " is no word of a scene");
      }
    }
    JsonNode body = line.has("body") ? line.path("body") : MissingNode.getInstance();
    return new DemoCall(
        before,
        by,
        method,
        path,
        texts(line.path("headers")),
        body,
        line.path("status").asInt(0),
        captured,
        due);
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(member -> texts.put(member.getKey(), member.getValue().asText()));
    return texts;
  }
}
