package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Reads parts of JSON trees of any shape. */
final class JsonParts {
  private JsonParts() {}

  /** Returns a text that is not blank, or a number as text. */
  static Optional<String> text(JsonNode node) {
    if (node.isTextual() || node.isNumber()) {
      return Optional.of(node.asText().strip()).filter(text -> !text.isEmpty());
    }
    return Optional.empty();
  }

  /** Returns a field as text. */
  static Optional<String> text(JsonNode object, String name) {
    return text(object.path(name));
  }

  /** Returns a text, a number or a Boolean as text. */
  static Optional<String> scalar(JsonNode node) {
    return node.isBoolean() ? Optional.of(node.asText()) : text(node);
  }

  /** Returns the platform's identifier of an item, which is required. */
  static String id(JsonNode item, String name) throws UnreadableException {
    return text(item, name).orElseThrow(() -> new UnreadableException(Optional.empty()));
  }

  /** Returns the host of a URL; empty when it is computed at run time. */
  static Optional<String> host(String address) {
    try {
      return Optional.ofNullable(new URI(address.strip()).getHost())
          .map(host -> host.toLowerCase(Locale.ROOT));
    } catch (URISyntaxException | NumberFormatException e) {
      // Often only the host is literal, so that the URL as a whole is not a valid URI.
      String[] words = address.strip().split("[/?#]", 4);
      boolean isPlain =
          words.length > 2
              && words[0].matches("https?:")
              && words[1].isEmpty()
              && words[2].matches("[A-Za-z0-9.-]+(:\\d+)?");
      return isPlain
          ? Optional.of(words[2].replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT))
          : Optional.empty();
    }
  }
}
