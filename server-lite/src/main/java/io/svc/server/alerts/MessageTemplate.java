package io.svc.server.alerts;

import io.svc.rules.WordListParser;
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
      WordListParser.list(
          """
          title severity threat_type agent_name environment occurrences source url""");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)}");

  private MessageTemplate() {}

  /** Returns an unknown placeholder of a template; empty when there is none. */
  static Optional<String> unknown(String template) {
    Matcher matcher = PLACEHOLDER.matcher(template);
    while (matcher.find()) {
      if (!NAMES.contains(matcher.group(1))) {
        return Optional.of(matcher.group(1));
      }
    }
    return Optional.empty();
  }

  /** Returns the text with placeholders replaced; unknown placeholders remain. */
  public static String fill(String template, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(
            placeholder ->
                Matcher.quoteReplacement(
                    values.getOrDefault(placeholder.group(1), placeholder.group())));
  }
}
