package io.svc.report;

import io.svc.scanner.finding.Finding;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The location of a finding in its file.
 *
 * @param pointer JSON Pointer; empty for the root or an unknown location
 * @param line from 1; 1 if it is unknown
 * @param column from 1, in UTF-16 code units; 1 if it is unknown
 */
record FindingPlace(String pointer, int line, int column) {
  static FindingPlace of(Finding finding) {
    if (finding.extensions().get("location") instanceof Map<?, ?> location) {
      return new FindingPlace(
          location.get("pointer") instanceof String pointer ? pointer : "",
          number(location.get("line")),
          number(location.get("column")));
    }
    return new FindingPlace("", 1, 1);
  }

  private static int number(@Nullable Object value) {
    return value instanceof Number number ? Math.max(number.intValue(), 1) : 1;
  }
}
