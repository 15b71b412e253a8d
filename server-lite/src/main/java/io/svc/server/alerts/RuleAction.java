package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.http.Fields;
import java.util.Optional;

/**
 * The channel to which a rule sends alerts.
 *
 * @param integrationId identifier of the integration; empty for all enabled channels
 * @param type of the integration, or {@code all}
 * @param template the message template; empty for the default
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record RuleAction(Optional<String> integrationId, String type, Optional<String> template) {
  static final String ALL = "all";
  private static final int LONGEST_TEMPLATE = 1_000;

  /** All enabled channels. */
  static final RuleAction ALL_CHANNELS = new RuleAction(Optional.empty(), ALL, Optional.empty());

  static RuleAction read(Fields sent) {
    return new RuleAction(
        sent.optionalText("integration_id", 64),
        sent.optionalText("type", 64).orElse(""),
        sent.optionalText("template", LONGEST_TEMPLATE));
  }
}
