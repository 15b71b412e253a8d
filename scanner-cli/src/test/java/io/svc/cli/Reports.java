package io.svc.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.svc.cli.CommandRun.Result;
import java.util.ArrayList;
import java.util.List;

/** What a run has printed as JSON. */
public final class Reports {
  private static final JsonMapper JSON = new JsonMapper();

  private Reports() {}

  /** The findings of a type, of all reports. */
  public static List<JsonNode> findings(Result result, String type) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode finding : findings(result)) {
      if (finding.get("finding_type").asText().equals(type)) {
        found.add(finding);
      }
    }
    return found;
  }

  /** The findings of all reports. */
  public static List<JsonNode> findings(Result result) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode report : reports(result)) {
      report.get("findings").forEach(found::add);
    }
    return found;
  }

  /** A field of every report. */
  public static List<String> fields(Result result, String name) {
    List<String> values = new ArrayList<>();
    for (JsonNode report : reports(result)) {
      values.add(report.get(name).asText());
    }
    return values;
  }

  /** The only report. */
  public static JsonNode only(Result result) {
    List<JsonNode> reports = reports(result);
    if (reports.size() != 1) {
      throw new AssertionError("Not one report but " + reports.size());
    }
    return reports.get(0);
  }

  /** The fingerprint of a finding. */
  public static String fingerprint(JsonNode finding) {
    return finding.at("/extensions/fingerprint").asText();
  }

  public static List<JsonNode> reports(Result result) {
    try {
      JsonNode root = JSON.readTree(result.out());
      List<JsonNode> reports = new ArrayList<>();
      (root.isArray() ? root : JSON.createArrayNode().add(root)).forEach(reports::add);
      return reports;
    } catch (JsonProcessingException e) {
      throw new AssertionError("No JSON: " + result, e);
    }
  }
}
