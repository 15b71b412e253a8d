package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.json.Json;
import java.util.List;

/** Redaction of whatever is sent. */
public final class RedactionFuzz {
  private static final Redaction REDACTION = new Redaction();
  private static final String CARD = "4111 1111 1111 1111";

  private RedactionFuzz() {}

  /** Every place told exists, and a planted card number is gone. */
  public static void tree(JsonNode sent) {
    Redaction.Tree redacted = REDACTION.redactTree(values(sent), RedactionOptions.standard());
    JsonNode after = Json.tree(redacted.value());
    for (RedactedValue found : redacted.found()) {
      JsonNode place = sent.at(found.pointer().orElse(""));
      if (place.isMissingNode() || place.isContainerNode()) {
        throw new AssertionError("nothing stands at " + found.pointer());
      }
      int length = place.asText().length();
      if (found.start() < 0 || found.end() <= found.start() || found.end() > length) {
        throw new AssertionError("found outside of its text: " + found.start());
      }
    }
    if (redacted.found().isEmpty() != after.equals(sent) && redacted.changed()) {
      throw new AssertionError("something was changed that was not found");
    }
    String text = sent.isTextual() ? sent.textValue() : "x";
    String planted =
        REDACTION.redact("card " + CARD + ". " + text, RedactionOptions.standard()).text();
    if (planted.contains(CARD)) {
      throw new AssertionError("a card number is left");
    }
  }

  private static Object values(JsonNode node) {
    return Json.readStored(Json.text(node), Object.class);
  }

  /** The first line is a tenant's pattern, all others are redacted with it. */
  public static void pattern(String text) {
    int end = text.indexOf('\n');
    String pattern = end < 0 ? text : text.substring(0, end);
    if (pattern.length() > 300 || CustomPattern.rejectionReason(pattern).isPresent()) {
      return;
    }
    CustomPattern own =
        CustomPattern.of(new RedactionSettings.OwnRecognizer("OWN_THING", pattern, 0.9, List.of()));
    new Redaction(new Recognizers().with(List.of(own)))
        .redact(end < 0 ? "" : text.substring(end), RedactionOptions.standard());
  }
}
