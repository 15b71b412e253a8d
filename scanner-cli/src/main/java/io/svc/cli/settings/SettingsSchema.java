package io.svc.cli.settings;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.JsonOutput;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON Schema of the settings files, for completion and validation in editors. */
final class SettingsSchema {
  private static final String BASE = "https://svc-preflight.dev/schema/";
  private static final String NOT_BLANK = "\\S";

  private SettingsSchema() {}

  /** Returns the schema of a project's file or a user's file. */
  static String of(List<SettingsKey> keys, boolean isProject) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JsonOutput.generator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, Object> field : document(keys, isProject).entrySet()) {
        JsonOutput.writeField(json, field.getKey(), field.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("Writing to memory failed", e);
    }
    return text + "\n";
  }

  private static Map<String, Object> document(List<SettingsKey> keys, boolean isProject) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    document.put("$id", BASE + (isProject ? "preflight" : "preflight-user") + ".schema.json");
    document.put("title", isProject ? "Project settings" : "User settings");
    document.put(
        "description",
        isProject
            ? "Project settings of svc-preflight, in .svc/preflight.yaml."
            : "User settings of svc-preflight, in svc-preflight/config.yaml.");
    document.put("type", List.of("object", "null"));
    document.put("properties", properties(keys, isProject));
    document.put("additionalProperties", false);
    document.put("$defs", SettingsSchemaParts.definitions(isProject));
    return document;
  }

  private static Map<String, Object> properties(List<SettingsKey> keys, boolean isProject) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
    for (SettingsKey key : keys) {
      if (!key.scope().allows(isProject)) {
        continue;
      }
      if (key.section().isEmpty()) {
        properties.put(key.name(), property(key));
        continue;
      }
      Map<String, Object> members = sections.get(key.section());
      if (members == null) {
        members = new LinkedHashMap<>();
        sections.put(key.section(), members);
        Map<String, Object> section = new LinkedHashMap<>();
        section.put("type", "object");
        section.put("properties", members);
        section.put("additionalProperties", false);
        properties.put(key.section(), section);
      }
      members.put(key.leaf(), property(key));
    }
    properties.put("rules", SettingsSchemaParts.listOf("rule", "Custom rules, defined inline."));
    if (isProject) {
      properties.put(
          "suppressions",
          SettingsSchemaParts.listOf(
              "suppression", "Accepted findings, added by svc-preflight suppress."));
    }
    return properties;
  }

  private static Map<String, Object> property(SettingsKey key) {
    Map<String, Object> property = new LinkedHashMap<>();
    property.put("description", key.description());
    switch (key.kind()) {
      case FLAG -> {
        property.put("type", "boolean");
        property.put("default", false);
      }
      case SIZE -> {
        property.put("default", key.fallback());
        property.put("oneOf", sizes());
      }
      case TEXT, PATH -> {
        if (!key.fallback().isEmpty()) {
          property.put("default", key.fallback());
        }
        property.putAll(text(key));
      }
      case TEXTS, PATHS -> {
        // A key without a value is an empty list. It remains after the last item is removed.
        property.put("type", List.of("array", "null"));
        property.put("default", List.of());
        property.put("items", text(key));
      }
    }
    return property;
  }

  private static Map<String, Object> text(SettingsKey key) {
    Map<String, Object> text = new LinkedHashMap<>();
    if (key.choices().isEmpty()) {
      text.put("type", "string");
      text.put("pattern", NOT_BLANK);
    } else {
      text.put("enum", new ArrayList<Object>(key.choices()));
    }
    return text;
  }

  private static List<Object> sizes() {
    Map<String, Object> number = new LinkedHashMap<>();
    number.put("type", "integer");
    number.put("minimum", 1);
    number.put("maximum", 999_999_999_999L);
    Map<String, Object> withUnit = new LinkedHashMap<>();
    withUnit.put("type", "string");
    withUnit.put("pattern", "^" + SettingsValues.BYTES_WITH_UNIT + "$");
    return List.of(number, withUnit);
  }
}
