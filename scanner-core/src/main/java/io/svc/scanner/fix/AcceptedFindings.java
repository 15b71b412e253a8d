package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigText;
import io.svc.scanner.finding.Finding;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The accepted findings of a file, which fixes leave unchanged. */
public final class AcceptedFindings {
  private final Set<String> locations = new HashSet<>();

  private AcceptedFindings() {}

  /** Returns the suppressed findings of a report. */
  public static AcceptedFindings of(List<Finding> findings) {
    AcceptedFindings accepted = new AcceptedFindings();
    for (Finding finding : findings) {
      if (finding.suppressed()
          && finding.extensions().get("location") instanceof Map<?, ?> location) {
        accepted.locations.add(
            key(
                finding.findingType(),
                String.valueOf(location.get("line")),
                location.get("column")));
      }
    }
    return accepted;
  }

  boolean has(String findingType, ConfigText value) {
    return locations.contains(key(findingType, Integer.toString(value.line()), value.column()));
  }

  private static String key(String findingType, String line, @Nullable Object column) {
    return findingType + " " + line + ":" + column;
  }
}
