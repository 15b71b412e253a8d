package io.svc.cli.settings;

import io.svc.report.CheckCatalog;
import io.svc.rules.Rule;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts of the schema that are not options: rules and accepted findings. */
final class SettingsSchemaParts {
  private static final String NOT_BLANK = "\\S";

  private SettingsSchemaParts() {}

  static Map<String, Object> definitions(boolean isProject) {
    Map<String, Object> definitions = new LinkedHashMap<>();
    definitions.put("rule", rule());
    definitions.put("example", example());
    if (isProject) {
      definitions.put("suppression", suppression());
    }
    return definitions;
  }

  /** Returns the schema of a list of items of a definition. */
  static Map<String, Object> listOf(String definition, String description) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("description", description);
    list.put("type", List.of("array", "null"));
    list.put("default", List.of());
    list.put("items", reference(definition));
    return list;
  }

  private static Map<String, Object> reference(String definition) {
    return Map.of("$ref", "#/$defs/" + definition);
  }

  private static Map<String, Object> rule() {
    List<Object> severities = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      severities.add(severity.label());
    }
    List<Object> checks = new ArrayList<>();
    for (Rule.StructureTest test : Rule.StructureTest.values()) {
      checks.add(test.label());
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(
        "id",
        matching(
            "^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$",
            "Category and name, such as own/acme-token."));
    members.put("title", text("Short name of what the rule finds."));
    members.put("provider", text("Who issues the secret."));
    members.put("severity", oneOf(severities, "Severity of a finding."));
    members.put("keywords", texts("Lowercase words. Every match contains at least one of them."));
    members.put("context", texts("Lowercase words. At least one of them occurs near every match."));
    members.put("name_like", texts("Names of settings that may contain the secret."));
    members.put(
        "pattern",
        text("Regular expression with one group for the secret and no unbounded quantifiers."));
    members.put("window", number(1, 4_096, "Number of characters around a keyword to search."));
    members.put("min_entropy", number(0, 8, "Minimum entropy of a match, in bits per character."));
    members.put("check", oneOf(checks, "Test of the structure of a match."));
    members.put("mask", described("string", "Prefix of the secret that may be shown."));
    members.put("description", text("What the secret gives access to."));
    members.put("remediation", text("How to fix a finding."));
    members.put("references", texts("Links to more information."));
    members.put("matches", examples("Three or more examples that the rule must match."));
    members.put("ignores", examples("Three or more examples that the rule must not match."));
    return object(
        "A secret format. Validate it with svc-preflight rules check.",
        members,
        WordListParser.list(
            """
            id title provider severity pattern window description remediation matches ignores"""));
  }

  private static Map<String, Object> example() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", text("Name of the setting."));
    members.put("value", text("Its value."));
    Map<String, Object> example = new LinkedHashMap<>();
    example.put("description", "A value, or a setting with its value.");
    example.put(
        "oneOf",
        List.of(Map.of("type", "string"), object("A setting.", members, List.of("name", "value"))));
    return example;
  }

  private static Map<String, Object> suppression() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(
        "fingerprint", matching("^sha256:[0-9a-f]{64}$", "extensions.fingerprint of a finding."));
    members.put("type", oneOf(new ArrayList<>(CheckCatalog.findingTypes()), "Finding type."));
    members.put("server", text("Server name pattern; * matches any characters."));
    members.put("file", text("Project file name pattern; * matches any characters."));
    members.put("reason", text("Why the finding is accepted."));
    members.put(
        "expires",
        matching("^\\d{4}-\\d{2}-\\d{2}$", "Last day on which the finding is accepted."));
    Map<String, Object> suppression =
        object("A finding that the project accepts.", members, List.of("reason"));
    suppression.put(
        "anyOf",
        List.of(required("fingerprint"), required("type", "server"), required("type", "file")));
    return suppression;
  }

  private static Map<String, Object> required(String... names) {
    return Map.of("required", List.of(names));
  }

  private static Map<String, Object> object(
      String description, Map<String, Object> members, List<String> required) {
    Map<String, Object> object = described("object", description);
    object.put("properties", members);
    object.put("required", required);
    object.put("additionalProperties", false);
    return object;
  }

  private static Map<String, Object> described(String type, String description) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("description", description);
    part.put("type", type);
    return part;
  }

  private static Map<String, Object> text(String description) {
    return matching(NOT_BLANK, description);
  }

  private static Map<String, Object> matching(String pattern, String description) {
    Map<String, Object> part = described("string", description);
    part.put("pattern", pattern);
    return part;
  }

  private static Map<String, Object> oneOf(List<Object> words, String description) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("description", description);
    part.put("enum", words);
    return part;
  }

  private static Map<String, Object> number(int least, int max, String description) {
    Map<String, Object> part = described("number", description);
    part.put("minimum", least);
    part.put("maximum", max);
    return part;
  }

  private static Map<String, Object> texts(String description) {
    Map<String, Object> part = described("array", description);
    part.put("items", Map.of("type", "string"));
    return part;
  }

  private static Map<String, Object> examples(String description) {
    Map<String, Object> part = described("array", description);
    part.put("minItems", 3);
    part.put("items", reference("example"));
    return part;
  }
}
