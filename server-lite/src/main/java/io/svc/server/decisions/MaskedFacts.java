package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The facts of a decision as they may be stored: without secrets, without what a policy took out of
 * them, and not longer than is sensible.
 *
 * @param json the facts; of those that are too long, all but arguments and data
 * @param arguments of the call; empty when the facts are too long
 * @param unreplayable why the decision cannot be made again of these; empty when it can
 */
record MaskedFacts(String json, JsonNode arguments, String unreplayable) {
  private static final int LONGEST = 65_536;

  /** What callers fill with what they like; all other names are those of facts. */
  private static final Set<String> FREE_FORM = Set.of("args", "data");

  static final String ARGUMENTS_REDACTED = "arguments_redacted";
  static final String ARGUMENTS_TOO_LARGE = "arguments_too_large";

  MaskedFacts {
    requireNonNull(json, "json is null");
    requireNonNull(arguments, "arguments is null");
    requireNonNull(unreplayable, "unreplayable is null");
  }

  /**
   * Facts as they may be stored.
   *
   * @param redaction takes out of them what policies want taken out
   */
  static MaskedFacts of(Facts facts, UnaryOperator<JsonNode> redaction, Masking masking) {
    JsonNode whole = facts.toJson();
    JsonNode masked = masking.node(redaction.apply(whole), FREE_FORM);
    String json = Json.text(masked);
    if (json.length() > LONGEST) {
      ObjectNode rest = ((ObjectNode) masked).deepCopy();
      rest.remove(List.of("args", "data", "destination"));
      return new MaskedFacts(
          Json.text(rest), JsonNodeFactory.instance.objectNode(), ARGUMENTS_TOO_LARGE);
    }
    // Written out, because as trees 80 and 80L differ.
    boolean isWhole = masked.equals(whole) || json.equals(Json.text(whole));
    return new MaskedFacts(json, masked.path("args"), isWhole ? "" : ARGUMENTS_REDACTED);
  }
}
