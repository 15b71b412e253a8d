package io.svc.server.alerts;

import io.svc.rules.WordBlock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a message with placeholders such as {@code {title}}, which are replaced when it is
 * sent.
 */
public final class MessageTemplate {
  /** The names of the placeholders. */
  public static final List<String> NAMES =
      WordBlock.list(
          """
          title severity threat_type agent_name environment occurrences source url""");

  private static final Pattern PLACE = Pattern.compile("\\{([a-z_]+)}");

  private MessageTemplate() {}

  /** Returns an unknown placeholder of a template; empty when there is none. */
  static Optional<String> unknown(String template) {
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      if (!NAMES.contains(place.group(1))) {
        return Optional.of(place.group(1));
      }
    }
    return Optional.empty();
  }

  /** Returns the text with placeholders replaced; unknown placeholders remain. */
  public static String fill(String template, Map<String, String> values) {
    return PLACE
        .matcher(template)
        .replaceAll(
            place -> Matcher.quoteReplacement(values.getOrDefault(place.group(1), place.group())));
  }
}
