package io.svc.server.policies;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.server.json.YamlResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The built-in templates, read on first use. */
public final class Templates {
  /** The template files, in display order. */
  static final List<String> FILES =
      WordListParser.list(
          """
          secrets-in-arguments pii-egress cloud-metadata destructive-sql shell-in-container payments
          bulk-export unknown-mcp-server off-hours cross-agent-calls egress-allow-list
          production-writes private-network runaway-session mail-to-outside tainted-session""");

  private Templates() {}

  public static List<Template> all() {
    return TemplateIndex.ALL;
  }

  /** Returns the template with an identifier such as {@code tpl_pii_egress}. */
  public static Optional<Template> find(String id) {
    return Optional.ofNullable(TemplateIndex.BY_ID.get(id));
  }

  private static final class TemplateIndex {
    static final List<Template> ALL = FILES.stream().map(Templates::read).toList();
    static final Map<String, Template> BY_ID =
        ALL.stream().collect(Collectors.toMap(Template::id, Function.identity()));
  }

  static Template read(String name) {
    return template(YamlResource.read(Templates.class, "/policies/templates/" + name + ".yaml"));
  }

  private static Template template(JsonNode json) {
    List<String> frameworks = new ArrayList<>();
    json.path("frameworks").forEach(item -> frameworks.add(item.textValue()));
    List<TemplateParameter> parameters = new ArrayList<>();
    json.path("parameters").forEach(item -> parameters.add(parameter(item)));
    List<Map<String, JsonNode>> examples = new ArrayList<>();
    for (JsonNode item : json.path("examples")) {
      Map<String, JsonNode> values = new LinkedHashMap<>();
      item.properties().forEach(field -> values.put(field.getKey(), field.getValue()));
      examples.add(values);
    }
    return new Template(
        json.path("id").textValue(),
        json.path("name").textValue(),
        json.path("description").textValue(),
        json.path("category").textValue(),
        Severity.ofLabel(json.path("severity").textValue()).orElseThrow(),
        frameworks,
        parameters,
        json.path("dsl").textValue(),
        examples);
  }

  private static TemplateParameter parameter(JsonNode json) {
    return new TemplateParameter(
        json.path("name").textValue(),
        json.path("type").textValue(),
        json.path("default"),
        Optional.ofNullable(json.get("minimum")).map(JsonNode::doubleValue),
        Optional.ofNullable(json.get("maximum")).map(JsonNode::doubleValue),
        json.path("description").textValue());
  }
}
