package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.JsonOutput;
import io.svc.scanner.finding.Finding;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the results of a log. */
final class SarifResults {
  /** Extensions with their own field in a result. */
  private static final Set<String> OWN_FIELDS =
      Set.of("rule_id", "fingerprint", "location", "suppression_reason");

  private final SourceRoot root;
  private final SarifRules rules;
  private final boolean writesSuppressions;

  SarifResults(SourceRoot root, SarifRules rules, List<Finding> findings) {
    this.root = root;
    this.rules = rules;
    // Either all results of a run have suppressions or none does (SARIF 2.1.0, 3.27.23).
    this.writesSuppressions = hasSuppressed(findings);
  }

  private static boolean hasSuppressed(List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.suppressed()) {
        return true;
      }
    }
    return false;
  }

  void write(JsonGenerator json, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("ruleId", FindingTexts.ruleId(finding));
    json.writeNumberField("ruleIndex", rules.indexOf(finding));
    json.writeStringField("level", SarifLevels.level(finding.severity()));
    json.writeObjectFieldStart("message");
    json.writeStringField("text", SarifText.message(finding.detail()));
    json.writeStringField(
        "markdown", SarifText.markdownMessage(finding.detail(), finding.remediation()));
    json.writeEndObject();
    writeLocations(json, finding);
    String fingerprint = FindingTexts.extension(finding, "fingerprint");
    if (!fingerprint.isEmpty()) {
      json.writeObjectFieldStart("partialFingerprints");
      json.writeStringField("svcPreflight/v1", fingerprint);
      json.writeEndObject();
    }
    if (writesSuppressions) {
      writeSuppressions(json, finding);
    }
    writeProperties(json, finding);
    json.writeEndObject();
  }

  private void writeLocations(JsonGenerator json, Finding finding) throws IOException {
    FindingPlace location = FindingPlace.of(finding);
    json.writeArrayFieldStart("locations");
    json.writeStartObject();
    writePhysical(json, root, finding.configPath(), location.line(), location.column());
    if (!finding.server().isEmpty() || !location.pointer().isEmpty()) {
      json.writeArrayFieldStart("logicalLocations");
      if (!finding.server().isEmpty()) {
        json.writeStartObject();
        json.writeStringField("name", PlainText.of(finding.server()));
        json.writeStringField("kind", "object");
        json.writeEndObject();
      }
      if (!location.pointer().isEmpty()) {
        json.writeStartObject();
        json.writeStringField("fullyQualifiedName", PlainText.of(location.pointer()));
        json.writeStringField("kind", "value");
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
    json.writeEndArray();
  }

  /** Writes a location in a file as a member of a SARIF location. */
  static void writePhysical(
      JsonGenerator json, SourceRoot root, String configPath, int line, int column)
      throws IOException {
    json.writeObjectFieldStart("physicalLocation");
    json.writeFieldName("artifactLocation");
    writeArtifact(json, ArtifactUri.of(root.name(configPath)));
    json.writeObjectFieldStart("region");
    json.writeNumberField("startLine", line);
    json.writeNumberField("startColumn", column);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes the location of a file. */
  static void writeArtifact(JsonGenerator json, ArtifactUri uri) throws IOException {
    json.writeStartObject();
    json.writeStringField("uri", uri.text());
    if (uri.isInSourceRoot()) {
      json.writeStringField("uriBaseId", "SRCROOT");
    }
    json.writeEndObject();
  }

  private static void writeSuppressions(JsonGenerator json, Finding finding) throws IOException {
    json.writeArrayFieldStart("suppressions");
    if (finding.suppressed()) {
      json.writeStartObject();
      json.writeStringField("kind", "external");
      json.writeStringField("status", "accepted");
      String reason = FindingTexts.extension(finding, "suppression_reason");
      if (!reason.isEmpty()) {
        json.writeStringField("justification", PlainText.of(reason));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeProperties(JsonGenerator json, Finding finding) throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeStringField("finding_type", finding.findingType());
    json.writeStringField("severity", finding.severity().toString());
    json.writeStringField("server", finding.server());
    json.writeStringField("source", finding.source());
    json.writeStringField("remediation", finding.remediation());
    if (finding.suppressed()) {
      json.writeStringField("suppressed_by", finding.suppressedBy());
    }
    for (Map.Entry<String, Object> extension : finding.extensions().entrySet()) {
      if (!OWN_FIELDS.contains(extension.getKey())) {
        JsonOutput.writeField(json, extension.getKey(), extension.getValue());
      }
    }
    json.writeEndObject();
  }
}
