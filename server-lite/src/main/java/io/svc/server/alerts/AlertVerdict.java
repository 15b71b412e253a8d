package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * The reason that an alert is considered a threat.
 *
 * @param label such as {@code malicious} or {@code suspicious}
 * @param confidence from 0 to 1
 * @param layer the component that detected it, such as {@code policy} or {@code signatures}
 * @param model the version of that component; may be empty
 * @param explanation text to display
 * @param evidence the matching content, with every value masked
 * @param recommendedAction such as {@code rotate}; may be empty
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record AlertVerdict(
    String label,
    double confidence,
    String layer,
    String model,
    String explanation,
    List<Evidence> evidence,
    String recommendedAction) {

  /**
   * A place that supports the verdict.
   *
   * @param path the location, such as {@code arguments.token}
   * @param match the matching value, masked
   * @param rule the rule that matched
   */
  public record Evidence(String path, String match, String rule) {}

  public AlertVerdict {
    evidence = List.copyOf(evidence);
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException(
          "the confidence is " + confidence + "; expected a number from 0 to 1");
    }
  }
}
