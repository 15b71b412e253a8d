package io.svc.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.scanner.finding.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules in a log, in the order of their first result. */
final class SarifRules {
  /** From the lowest to the highest precision, in GitHub's and our own terms. */
  private static final List<String> PRECISIONS = List.of("low", "medium", "high");

  /** GitHub's limit for a description. */
  private static final int LONGEST = 1024;

  /** GitHub rejects a log with more. */
  private static final int MAX_TAGS = 20;

  private final Map<String, List<Finding>> findingsOf = new LinkedHashMap<>();
  private final Map<String, Integer> indexes = new LinkedHashMap<>();

  SarifRules(List<Finding> findings) {
    for (Finding finding : findings) {
      String id = FindingTexts.ruleId(finding);
      indexes.putIfAbsent(id, indexes.size());
      findingsOf.computeIfAbsent(id, absent -> new ArrayList<>()).add(finding);
    }
  }

  /** Returns the index of a finding's rule in the list. */
  int indexOf(Finding finding) {
    return requireNonNull(indexes.get(FindingTexts.ruleId(finding)));
  }

  /** Writes the list. */
  void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("rules");
    if (!findingsOf.isEmpty()) {
      RuleTexts texts = new RuleTexts();
      for (Map.Entry<String, List<Finding>> rule : findingsOf.entrySet()) {
        write(json, rule.getKey(), texts.of(rule.getValue().get(0)), rule.getValue());
      }
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, String id, RuleText text, List<Finding> findings)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("name", name(id));
    writeText(json, "shortDescription", SarifText.description(text.summary(), LONGEST));
    writeText(json, "fullDescription", SarifText.description(text.description(), LONGEST));
    if (!text.references().isEmpty()) {
      json.writeStringField("helpUri", text.references().get(0));
    }
    json.writeObjectFieldStart("help");
    SarifHelp help = new SarifHelp(text);
    json.writeStringField("text", help.text());
    json.writeStringField("markdown", help.markdown());
    json.writeEndObject();
    json.writeObjectFieldStart("defaultConfiguration");
    json.writeStringField("level", SarifLevels.level(text.severity()));
    json.writeEndObject();
    writeProperties(json, id, text, findings);
    json.writeEndObject();
  }

  /**
   * Returns the last part of the id as an identifier: {@code GithubPat} for {@code
   * secrets/github-pat}.
   */
  private static String name(String id) {
    StringBuilder name = new StringBuilder();
    boolean isStart = true;
    for (int i = id.lastIndexOf('/') + 1; i < id.length(); i++) {
      char c = id.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        name.append(isStart ? Character.toUpperCase(c) : c);
      }
      isStart = !Character.isLetterOrDigit(c);
    }
    return name.isEmpty() ? "Rule" : name.toString();
  }

  private static void writeText(JsonGenerator json, String name, String text) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("text", text);
    json.writeEndObject();
  }

  private static void writeProperties(
      JsonGenerator json, String id, RuleText text, List<Finding> findings) throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeArrayFieldStart("tags");
    for (String tag : tags(id, text)) {
      json.writeString(tag);
    }
    json.writeEndArray();
    String precision = precision(findings);
    if (!precision.isEmpty()) {
      json.writeStringField("precision", precision);
    }
    json.writeStringField("problem.severity", SarifLevels.problem(text.severity()));
    String score = SarifLevels.score(text.severity());
    if (!score.isEmpty()) {
      json.writeStringField("security-severity", score);
    }
    json.writeEndObject();
  }

  private static List<String> tags(String id, RuleText text) {
    Set<String> tags = new LinkedHashSet<>();
    tags.add("security");
    int category = id.indexOf('/');
    if (category > 0) {
      tags.add(id.substring(0, category));
    }
    for (String weakness : text.weaknesses()) {
      // At least three digits, as in other tools.
      tags.add("external/cwe/cwe-" + "0".repeat(Math.max(3 - weakness.length(), 0)) + weakness);
    }
    List<String> all = List.copyOf(new ArrayList<>(tags));
    return all.subList(0, Math.min(all.size(), MAX_TAGS));
  }

  /** Returns the lowest confidence of a rule's findings; empty if none has a confidence. */
  private static String precision(List<Finding> findings) {
    int least = PRECISIONS.size();
    for (Finding finding : findings) {
      int precision = PRECISIONS.indexOf(FindingTexts.extension(finding, "confidence"));
      least = precision < 0 ? least : Math.min(least, precision);
    }
    return least == PRECISIONS.size() ? "" : PRECISIONS.get(least);
  }
}
