package io.svc.server.redaction;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The replacements of one request: the same value gets the same placeholder, and no placeholder
 * that the input already contains is reused. Used by one thread.
 */
final class RedactionReplacements {
  private static final Pattern PLACEHOLDER = Pattern.compile("<([A-Z][A-Z0-9_]{1,39})_(\\d{1,6})>");
  private static final int SHORT_DIGEST = 8;

  private final RedactionOptions options;
  private final Map<EntityType, Integer> last = new HashMap<>();
  private final Map<EntityType, Map<String, String>> replacements = new HashMap<>();

  RedactionReplacements(RedactionOptions options) {
    this.options = options;
  }

  /** Reserves the placeholders that a text of the input already contains. */
  void reserve(String text) {
    if (text.indexOf('<') < 0) {
      return;
    }
    Matcher placeholder = PLACEHOLDER.matcher(text);
    while (placeholder.find()) {
      int number = Integer.parseInt(placeholder.group(2));
      type(placeholder.group(1)).ifPresent(type -> last.merge(type, number, Math::max));
    }
  }

  private Optional<EntityType> type(String label) {
    return options.entities().stream().filter(type -> type.label().equals(label)).findFirst();
  }

  String of(EntityType type, String value) {
    RedactionOperator operator = options.operatorOf(type);
    return switch (operator.kind()) {
      case REPLACE -> placeholder(type, value);
      case MASK -> mask(type.isGrouped() ? type.canonical(value) : value, operator.keepLast());
      case HASH -> "hmac-sha256:" + HexFormat.of().formatHex(digest(type, value));
      case PSEUDONYM ->
          "<"
              + type.label()
              + ":"
              + HexFormat.of().formatHex(digest(type, value), 0, SHORT_DIGEST)
              + ">";
      case REMOVE -> "";
      case KEEP -> value;
    };
  }

  private String placeholder(EntityType type, String value) {
    return replacements
        .computeIfAbsent(type, any -> new HashMap<>())
        .computeIfAbsent(
            type.canonical(value),
            any -> "<" + type.label() + "_" + last.merge(type, 1, Integer::sum) + ">");
  }

  private byte[] digest(EntityType type, String value) {
    return options.key().orElseThrow().digest(type, value);
  }

  private static String mask(String value, int keepLast) {
    int length = value.codePointCount(0, value.length());
    int hidden = length - Math.min(keepLast, length / 2);
    return "*".repeat(hidden) + value.substring(value.offsetByCodePoints(0, hidden));
  }
}
