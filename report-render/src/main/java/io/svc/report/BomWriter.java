package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.baseline.JsonOutput;
import io.svc.report.Bom.Completeness;
import io.svc.report.Bom.Occurrence;
import io.svc.report.Bom.Property;
import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** Writes a {@link Bom} as CycloneDX 1.6 JSON. */
final class BomWriter {
  /** The maximum length of a version in the schema. */
  static final int LONGEST_VERSION = 1024;

  private final Bom bom;
  private final Writer out;
  private final JsonGenerator json;

  BomWriter(Bom bom, Writer out) throws IOException {
    this.bom = bom;
    this.out = out;
    this.json = JsonOutput.generator(out);
  }

  /** Writes the complete document without empty fields. */
  void write(String serialNumber, String timestamp, String organisation) throws IOException {
    json.writeStartObject();
    json.writeStringField("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json");
    json.writeStringField("bomFormat", "CycloneDX");
    json.writeStringField("specVersion", "1.6");
    writeUnlessEmpty("serialNumber", serialNumber);
    json.writeNumberField("version", 1);
    writeMetadata(timestamp, organisation);
    json.writeArrayFieldStart("components");
    for (Bom.Component component : bom.components()) {
      write(component);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("services");
    for (Bom.Endpoint endpoint : bom.endpoints()) {
      write(endpoint);
    }
    json.writeEndArray();
    writeDependencies();
    writeCompositions();
    json.writeArrayFieldStart("vulnerabilities");
    BomVulnerabilityWriter vulnerabilities = new BomVulnerabilityWriter(bom, json);
    for (Bom.Vulnerability vulnerability : bom.vulnerabilities()) {
      vulnerabilities.write(vulnerability);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    out.write('\n');
    out.flush();
  }

  private void writeMetadata(String timestamp, String organisation) throws IOException {
    json.writeObjectFieldStart("metadata");
    writeUnlessEmpty("timestamp", timestamp);
    json.writeObjectFieldStart("tools");
    json.writeArrayFieldStart("components");
    json.writeStartObject();
    json.writeStringField("type", "application");
    json.writeStringField("name", ToolMetadata.NAME);
    json.writeStringField("version", ToolMetadata.version());
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.writeObjectFieldStart("component");
    json.writeStringField("type", "application");
    json.writeStringField("bom-ref", BomReference.ROOT);
    json.writeStringField("name", "MCP configuration");
    json.writeEndObject();
    if (!organisation.isEmpty()) {
      writeProperties(
          json, Set.of(new Property("svc-preflight:org_id", PlainText.of(organisation))));
    }
    json.writeEndObject();
  }

  private void write(Bom.Component component) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", component.type());
    json.writeStringField("bom-ref", component.reference());
    writeUnlessEmpty("group", component.group());
    json.writeStringField("name", component.name());
    writeUnlessEmpty(
        "version", component.version().length() > LONGEST_VERSION ? "" : component.version());
    if (!component.sha256().isEmpty()) {
      json.writeArrayFieldStart("hashes");
      json.writeStartObject();
      json.writeStringField("alg", "SHA-256");
      json.writeStringField("content", component.sha256());
      json.writeEndObject();
      json.writeEndArray();
    }
    writeUnlessEmpty("purl", component.purl());
    writeOccurrences(bom.occurrences(component.reference()));
    writeProperties(json, bom.properties(component.reference()));
    json.writeEndObject();
  }

  private void writeOccurrences(Set<Occurrence> occurrences) throws IOException {
    if (occurrences.isEmpty()) {
      return;
    }
    json.writeObjectFieldStart("evidence");
    json.writeArrayFieldStart("occurrences");
    for (Occurrence occurrence : occurrences) {
      json.writeStartObject();
      json.writeStringField("location", occurrence.path());
      if (occurrence.line() > 0) {
        json.writeNumberField("line", occurrence.line());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void write(Bom.Endpoint endpoint) throws IOException {
    json.writeStartObject();
    json.writeStringField("bom-ref", endpoint.reference());
    json.writeStringField("name", endpoint.name());
    json.writeArrayFieldStart("endpoints");
    json.writeString(endpoint.address());
    json.writeEndArray();
    writeProperties(json, bom.properties(endpoint.reference()));
    json.writeEndObject();
  }

  private void writeDependencies() throws IOException {
    json.writeArrayFieldStart("dependencies");
    for (Map.Entry<String, Set<String>> entry : bom.dependencies().entrySet()) {
      json.writeStartObject();
      json.writeStringField("ref", entry.getKey());
      writeTexts("dependsOn", entry.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeCompositions() throws IOException {
    json.writeArrayFieldStart("compositions");
    for (Map.Entry<Completeness, Set<String>> entry : bom.files().entrySet()) {
      json.writeStartObject();
      json.writeStringField("aggregate", entry.getKey().toString());
      writeTexts("dependencies", entry.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void writeTexts(String name, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void writeUnlessEmpty(String name, String text) throws IOException {
    if (!text.isEmpty()) {
      json.writeStringField(name, text);
    }
  }

  static void writeProperties(JsonGenerator json, Set<Property> properties) throws IOException {
    if (properties.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("properties");
    for (Property property : properties) {
      json.writeStartObject();
      json.writeStringField("name", property.name());
      json.writeStringField("value", property.value());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
