package io.svc.server.policies;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.json.YamlResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a template of ours. */
final class TemplateFile {
  private TemplateFile() {}

  static Template read(String name) {
    return template(YamlResource.read(TemplateFile.class, "/policies/templates/" + name + ".yaml"));
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
