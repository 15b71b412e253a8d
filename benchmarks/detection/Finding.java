package detection;

import java.util.List;

/** The fields of a finding that the benchmark compares with a label. */
record Finding(String type, String severity, String server, String place, String detail) {
  /** The findings in the report of one file. */
  static List<Finding> all(Object report) {
    return Json.elements(Json.at(report, "findings")).stream().map(Finding::of).toList();
  }

  private static Finding of(Object json) {
    return new Finding(
        (String) Json.at(json, "finding_type"),
        (String) Json.at(json, "severity"),
        (String) Json.at(json, "server"),
        String.valueOf(Json.at(json, "extensions", "location", "pointer")),
        (String) Json.at(json, "detail"));
  }

  static List<Finding> ofType(String type, List<Finding> findings) {
    return findings.stream().filter(finding -> finding.type.equals(type)).toList();
  }

  /** Whether it is of medium severity or worse, and not about files of different people. */
  boolean isSerious() {
    return List.of("medium", "high", "critical").contains(severity) && !isBetweenFiles();
  }

  /** Whether it compares files. */
  boolean isBetweenFiles() {
    return type.equals("server_name_collision");
  }

  /** Its place and its text, with masked values. */
  @Override
  public String toString() {
    return String.format("%.220s", (place + ": " + detail).replaceAll("\\p{Cntrl}+", " "));
  }
}
