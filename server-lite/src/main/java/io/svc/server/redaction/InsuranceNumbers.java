package io.svc.server.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * National Insurance numbers of the United Kingdom (HMRC, National Insurance Manual NIM39110): two
 * assigned prefix letters, or QQ as in documentation, six digits, and an optional suffix from A to
 * D.
 */
final class InsuranceNumbers implements Recognizer {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![A-Za-z0-9])((?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ))(["
              + " -]?)\\d{2}\\2\\d{2}\\2\\d{2}(?:[ -]?([A-D]))?(?![A-Za-z0-9])",
          Pattern.CASE_INSENSITIVE);

  private static final Set<String> UNUSED = Set.of("BG", "GB", "KN", "NK", "NT", "TN", "ZZ");

  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("nino", "ni", "nin"),
          List.of("national insurance", "insurance n", "ni number", "ni no"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    if (!hasPrefix(passage)) {
      return;
    }
    Matcher number = NUMBER.matcher(passage.text());
    while (number.find()) {
      String prefix = number.group(1);
      if (!UNUSED.contains(prefix.toUpperCase(Locale.ROOT))) {
        boolean isUpper = prefix.equals(prefix.toUpperCase(Locale.ROOT));
        double score = number.group(3) == null ? 0.1 : isUpper ? 0.85 : 0.4;
        matches.add(EntityType.UK_NINO, number.start(), number.end(), score, passage, CONTEXT);
      }
    }
  }

  /** Returns whether two letters precede a run of digits, which is much faster than the pattern. */
  private static boolean hasPrefix(TextWithContext passage) {
    int[] groups = passage.groups();
    for (int i = 0; i < groups.length; i += 2) {
      char before = passage.at(groups[i] - 1);
      int last = before == ' ' || before == '-' ? groups[i] - 2 : groups[i] - 1;
      if (isLetter(passage.at(last))
          && isLetter(passage.at(last - 1))
          && !isLetter(passage.at(last - 2))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }
}
