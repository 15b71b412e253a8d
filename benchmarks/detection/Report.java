package detection;

import java.util.List;

/** The findings of one file. */
record Report(List<Finding> findings) {
  static final Report NONE = new Report(List.of());
  private static final int LONGEST = 220;

  /** A finding, as far as it is compared with a label. */
  record Finding(String type, String severity, String server, String pointer, String detail) {
    /** Whether it is of medium severity or worse. */
    boolean isSerious() {
      return List.of("medium", "high", "critical").contains(severity);
    }

    /** Whether it compares files, which of different people are not compared. */
    boolean isBetweenFiles() {
      return type.equals("server_name_collision");
    }

    /** Where it is and its text, with masked values. */
    String describe() {
      String line = (pointer + ": " + detail).replaceAll("\\p{Cntrl}+", " ");
      return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
    }
  }

  static Report of(Object json) {
    return new Report(
        Json.elements(Json.at(json, "findings")).stream()
            .map(
                finding ->
                    new Finding(
                        (String) Json.at(finding, "finding_type"),
                        (String) Json.at(finding, "severity"),
                        (String) Json.at(finding, "server"),
                        String.valueOf(Json.at(finding, "extensions", "location", "pointer")),
                        (String) Json.at(finding, "detail")))
            .toList());
  }

  List<Finding> of(String type) {
    return findings.stream().filter(finding -> finding.type().equals(type)).toList();
  }

  List<Finding> of(String type, String server) {
    return of(type).stream().filter(finding -> finding.server().equals(server)).toList();
  }
}
