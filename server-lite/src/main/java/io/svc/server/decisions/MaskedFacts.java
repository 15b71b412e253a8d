package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import io.svc.server.redaction.ContentMask;
import io.svc.server.redaction.Masking;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The stored facts of a decision: masked, with the sealed original if something was masked.
 *
 * @param json the masked facts
 * @param arguments the masked arguments of the call; empty when they are omitted
 * @param isCut whether arguments, data and destination are omitted from the masked facts
 * @param sealed the {@link OriginalFacts}; empty when nothing was masked or the facts are too large
 * @param unreplayable why the decision cannot be replayed; empty when it can
 */
record MaskedFacts(
    String json, JsonNode arguments, boolean isCut, String sealed, String unreplayable) {
  private static final int LONGEST = 65_536;

  /** Content and destination of the action. */
  static final List<String> SENT = List.of("args", "data", "destination");

  /** The parts of a destination that can contain content. */
  private static final Set<String> ADDRESSES = Set.of("url", "path");

  static final String ARGUMENTS_TOO_LARGE = "arguments_too_large";

  /** The key of the sealed original was deleted. */
  static final String ARGUMENTS_UNREADABLE = "arguments_unreadable";

  private static final Masking MASKING = new Masking();

  /** Seals a text for the decision that the facts belong to. */
  @FunctionalInterface
  interface Sealer {
    String seal(String text);
  }

  /**
   * Masks facts and seals their original.
   *
   * @param unmasked the original facts
   * @param redacted the same after redaction by policies
   * @param redactedPaths the redacted values, by path
   */
  static MaskedFacts of(
      JsonNode unmasked,
      JsonNode redacted,
      List<String> redactedPaths,
      ContentMask mask,
      Sealer sealer) {
    String original = Json.text(unmasked);
    boolean isTooLarge = original.length() > LONGEST;
    Optional<ObjectNode> masked =
        isTooLarge ? Optional.empty() : masked((ObjectNode) redacted, mask);
    if (masked.isEmpty()) {
      ObjectNode rest = named((ObjectNode) redacted);
      return new MaskedFacts(
          Json.text(rest),
          JsonNodeFactory.instance.objectNode(),
          true,
          isTooLarge ? "" : sealer.seal(OriginalFacts.write(original, redactedPaths)),
          isTooLarge ? ARGUMENTS_TOO_LARGE : "");
    }
    boolean isUnchanged = masked.get().equals(unmasked);
    String json = isUnchanged ? original : Json.text(masked.get());
    return new MaskedFacts(
        json,
        masked.get().path("args"),
        false,
        isUnchanged ? "" : sealer.seal(OriginalFacts.write(original, redactedPaths)),
        "");
  }

  /** Returns facts with all content masked; empty when scanning the content takes too long. */
  private static Optional<ObjectNode> masked(ObjectNode facts, ContentMask mask) {
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : facts.properties()) {
      String name = member.getKey();
      JsonNode value = member.getValue();
      if (name.equals("destination")) {
        masked.set(name, destination(value, mask));
      } else if (SENT.contains(name)) {
        Optional<JsonNode> content = mask.find(value);
        if (content.isEmpty()) {
          return Optional.empty();
        }
        masked.set(name, content.get());
      } else {
        masked.set(name, name(value));
      }
    }
    return Optional.of(masked);
  }

  /** Returns facts with identifying names, from which only secrets are removed. */
  private static ObjectNode named(ObjectNode facts) {
    ObjectNode named = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> member : facts.properties()) {
      if (!SENT.contains(member.getKey())) {
        named.set(member.getKey(), name(member.getValue()));
      }
    }
    return named;
  }

  /** The field names are constants, and none of them marks a secret. */
  private static JsonNode name(JsonNode value) {
    return value.isObject() ? MASKING.node(value, Set.of()) : MASKING.node(value);
  }

  private static JsonNode destination(JsonNode destination, ContentMask mask) {
    if (!destination.isObject()) {
      return destination;
    }
    String url = destination.path("url").asText();
    // The URL contains the path.
    boolean isMasked = !mask.address(url).equals(url);
    ObjectNode masked = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> part : destination.properties()) {
      boolean isAddress =
          isMasked && ADDRESSES.contains(part.getKey()) && part.getValue().isTextual();
      masked.set(
          part.getKey(),
          isAddress
              ? JsonNodeFactory.instance.textNode(mask.address(part.getValue().textValue()))
              : MASKING.node(part.getValue()));
    }
    return masked;
  }
}
