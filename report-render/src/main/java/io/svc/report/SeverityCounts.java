package io.svc.report;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts findings by severity, without suppressed ones. Not thread-safe. */
final class SeverityCounts {
  private final Map<Severity, Integer> counts = new EnumMap<>(Severity.class);
  private int total;

  void add(List<Finding> findings) {
    for (Finding finding : findings) {
      if (!finding.suppressed()) {
        counts.merge(finding.severity(), 1, Integer::sum);
        total++;
      }
    }
  }

  int total() {
    return total;
  }

  int of(Severity severity) {
    return counts.getOrDefault(severity, 0);
  }

  /**
   * Returns all severities, highest first, such as {@code 1 critical, 0 high, 0 medium, 2 low, 0
   * info}.
   */
  String phrase() {
    Severity[] severities = Severity.values();
    StringBuilder phrase = new StringBuilder();
    for (int i = severities.length - 1; i >= 0; i--) {
      phrase.append(of(severities[i])).append(' ').append(severities[i]);
      phrase.append(i == 0 ? "" : ", ");
    }
    return phrase.toString();
  }
}
