package io.svc.server.detection;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of a known attack.
 *
 * @param keywords in lower case; the pattern is tried only if one of them occurs
 * @param confidence the strength of a match, from 0 to 1
 * @param unless words near a match that indicate a mere mention: it then counts half
 */
record Signature(
    String id,
    int version,
    Severity severity,
    double confidence,
    Set<ObservedText.Kind> in,
    List<String> keywords,
    Pattern pattern,
    Optional<Pattern> unless,
    String says,
    List<String> positive,
    List<String> negative) {
  private static final int AROUND = 160;

  Signature {
    requireNonNull(id, "id is null");
    requireNonNull(says, "says is null");
    in = Set.copyOf(in);
    keywords = List.copyOf(keywords);
    positive = List.copyOf(positive);
    negative = List.copyOf(negative);
  }

  /** A match: the text and its score. */
  record Match(String text, double score) {}

  /**
   * Returns the first match in a text.
   *
   * @param lower the text in lower case
   */
  Optional<Match> find(String text, String lower) {
    if (!keywords.isEmpty() && keywords.stream().noneMatch(lower::contains)) {
      return Optional.empty();
    }
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return Optional.empty();
    }
    boolean isConversation =
        unless.isPresent()
            && unless
                .get()
                .matcher(text)
                .region(
                    Math.max(0, matcher.start() - AROUND),
                    Math.min(text.length(), matcher.end() + AROUND))
                .find();
    return Optional.of(new Match(matcher.group(), isConversation ? confidence / 2 : confidence));
  }
}
