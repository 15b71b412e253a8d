package detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the command says of one file. */
record Report(String path, String status, int servers, List<Finding> findings) {

  /** One finding, as far as it is compared with a label. */
  record Finding(String type, String severity, String server, String pointer, String detail) {
    private static final List<String> SERIOUS = List.of("medium", "high", "critical");

    boolean isSerious() {
      return SERIOUS.contains(severity);
    }

    /** The place and what is told, as the report masks it. */
    String describe() {
      return OneLine.of(pointer + ": " + detail);
    }
  }

  static Report of(Map<String, Object> json) {
    List<Finding> findings = new ArrayList<>();
    for (Object element : Json.list(json.get("findings"))) {
      Map<String, Object> finding = Json.object(element);
      Map<String, Object> extensions = Json.object(finding.get("extensions"));
      Map<String, Object> location = Json.object(extensions.get("location"));
      findings.add(
          new Finding(
              (String) finding.get("finding_type"),
              (String) finding.get("severity"),
              (String) finding.get("server"),
              String.valueOf(location.get("pointer")),
              (String) finding.get("detail")));
    }
    return new Report(
        (String) json.get("config_path"),
        (String) json.get("status"),
        ((Double) json.get("servers_scanned")).intValue(),
        findings);
  }

  List<Finding> of(String type) {
    return findings.stream().filter(finding -> finding.type().equals(type)).toList();
  }

  List<Finding> of(String type, String server) {
    return of(type).stream().filter(finding -> finding.server().equals(server)).toList();
  }
}
