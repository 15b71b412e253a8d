package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The facts of a decision as they may be stored: without secrets, without what a policy took out of
 * them, and not longer than is sensible.
 *
 * @param json the facts; of those that are too long, all but arguments and data
 * @param unreplayable why the decision cannot be made again of these; empty when it can
 */
record MaskedFacts(String json, String unreplayable) {
  private static final int LONGEST = 65_536;

  static final String ARGUMENTS_REDACTED = "arguments_redacted";
  static final String ARGUMENTS_TOO_LARGE = "arguments_too_large";

  MaskedFacts {
    requireNonNull(json, "json is null");
    requireNonNull(unreplayable, "unreplayable is null");
  }

  /**
   * Facts as they may be stored.
   *
   * @param redaction takes out of them what policies want taken out
   */
  static MaskedFacts of(Facts facts, UnaryOperator<JsonNode> redaction, Masking masking) {
    JsonNode whole = facts.toJson();
    JsonNode masked = Json.tree(masking.tree(redaction.apply(whole)));
    String json = Json.text(masked);
    if (json.length() > LONGEST) {
      ObjectNode rest = ((ObjectNode) masked).deepCopy();
      rest.remove(List.of("args", "data", "destination"));
      return new MaskedFacts(Json.text(rest), ARGUMENTS_TOO_LARGE);
    }
    // Written out, because as trees 80 and 80L differ.
    return new MaskedFacts(json, json.equals(Json.text(whole)) ? "" : ARGUMENTS_REDACTED);
  }
}
