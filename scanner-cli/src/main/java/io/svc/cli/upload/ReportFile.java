package io.svc.cli.upload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the JSON output of {@code svc-preflight scan}: one report, or an array of reports. */
public final class ReportFile {
  /** The service rejects duplicate field names. */
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String name;
  private final Optional<String> orgId;

  /**
   * Creates a reader of one file.
   *
   * @param name the name of the file in messages
   * @param orgId the organization for reports that name none
   */
  public ReportFile(String name, Optional<String> orgId) {
    this.name = name;
    this.orgId = orgId;
  }

  /**
   * A report to send.
   *
   * @param id its {@code report_id}
   * @param configPath the scanned file
   * @param json the report with all its fields
   */
  public record Report(String id, String configPath, String json) {}

  /**
   * Returns the reports in a text.
   *
   * @throws UploadException if it contains anything else
   */
  public List<Report> read(String text) {
    List<Report> reports = new ArrayList<>();
    try (JsonParser json = JSON.createParser(text)) {
      JsonToken first = json.nextToken();
      if (first == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          reports.add(report(json));
        }
      } else {
        reports.add(report(json));
      }
      if (json.nextToken() != null) {
        throw problem("there is text after the report");
      }
    } catch (JsonProcessingException e) {
      JsonLocation position = e.getLocation();
      String location =
          position == null
              ? ""
              : " at line " + position.getLineNr() + ", column " + position.getColumnNr();
      throw problem("not valid JSON" + location);
    } catch (IOException e) {
      throw problem("cannot be read");
    }
    return reports;
  }

  private Report report(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw problem("unexpected content");
    }
    StringWriter text = new StringWriter();
    Optional<String> id = Optional.empty();
    Optional<String> configPath = Optional.empty();
    boolean hasFindings = false;
    String named = "";
    try (JsonGenerator copy = JSON.createGenerator(text)) {
      copy.writeStartObject();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String field = json.currentName();
        JsonToken value = json.nextToken();
        boolean isText = value == JsonToken.VALUE_STRING;
        if (field.equals("org_id") && isText) {
          named = json.getText();
          continue;
        }
        if (field.equals("report_id") && isText) {
          id = Optional.of(json.getText());
        } else if (field.equals("config_path") && isText) {
          configPath = Optional.of(json.getText());
        } else if (field.equals("findings")) {
          hasFindings = value == JsonToken.START_ARRAY;
        }
        copy.writeFieldName(field);
        copy.copyCurrentStructure(json);
      }
      copy.writeStringField("org_id", organisation(named));
      copy.writeEndObject();
    }
    if (id.isEmpty() || id.get().isEmpty() || configPath.isEmpty() || !hasFindings) {
      throw problem("report_id, config_path or findings is missing");
    }
    return new Report(id.get(), configPath.get(), text.toString());
  }

  private String organisation(String named) {
    if (named.isEmpty() && orgId.isEmpty()) {
      throw new UploadException(name + " has no organization ID; use --org-id with upload or scan");
    }
    if (!named.isEmpty() && orgId.isPresent() && !named.equals(orgId.get())) {
      throw new UploadException(
          name + " belongs to organization \"" + named + "\", not of \"" + orgId.get() + "\"");
    }
    return named.isEmpty() ? orgId.orElseThrow() : named;
  }

  private UploadException problem(String reason) {
    return new UploadException(
        name + " is not a scan report: " + reason + "; expected JSON from svc-preflight scan");
  }
}
