package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Parts of trees that may be of any shape. */
final class JsonParts {
  private JsonParts() {}

  /** A text that is not blank, or a number as text. */
  static Optional<String> text(JsonNode node) {
    if (node.isTextual() || node.isNumber()) {
      return Optional.of(node.asText().strip()).filter(text -> !text.isEmpty());
    }
    return Optional.empty();
  }

  /** The same of a member. */
  static Optional<String> text(JsonNode object, String name) {
    return text(object.path(name));
  }

  /** A text, a number or a truth value. */
  static Optional<String> scalar(JsonNode node) {
    return node.isBoolean() ? Optional.of(node.asText()) : text(node);
  }

  /** What a platform calls an item; without that nothing can be said of it. */
  static String id(JsonNode item, String name) throws UnreadableException {
    return text(item, name).orElseThrow(() -> new UnreadableException(Optional.empty()));
  }

  /** The host that an address leads to; empty where it is put together when it is used. */
  static Optional<String> host(String address) {
    try {
      return Optional.ofNullable(new URI(address.strip()).getHost())
          .map(host -> host.toLowerCase(Locale.ROOT));
    } catch (URISyntaxException | NumberFormatException e) {
      // Often all but the host is put together, which no URI may be.
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
