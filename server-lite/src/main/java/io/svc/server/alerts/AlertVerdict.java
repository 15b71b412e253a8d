package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * Why something is believed to be a threat.
 *
 * @param label such as {@code malicious} or {@code suspicious}
 * @param confidence from 0 to 1
 * @param layer what found it, such as {@code policy} or {@code signatures}
 * @param model which version of that; may be empty
 * @param explanation for people
 * @param evidence what it was found in, with every value masked
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
   * A place that speaks for it.
   *
   * @param path where, such as {@code arguments.token}
   * @param match what was there, masked
   * @param rule what recognised it
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
