package io.svc.server.redaction;

import java.util.List;

/**
 * Social security numbers of the United States: three, two and four digits, without the numbers
 * that are never assigned (Social Security Administration, POMS RM 10201.035). They have no check
 * digit, so nine ungrouped digits are recognized only near a context word.
 */
final class SocialSecurityNumbers implements Recognizer {
  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("ssn", "ssns", "ss#", "ssid", "sin"),
          List.of("social sec", "socialsec", "soc sec", "seguro social", "taxpayer", "tax id"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    int[] groups = passage.groups();
    for (int i = 0; i < groups.length; i += 2) {
      int length = groups[i + 1] - groups[i];
      if ((length == 3 || length == 9) && passage.startsNumber(groups[i])) {
        findAt(passage, groups, i, matches);
      }
    }
  }

  private static void findAt(
      TextWithContext passage, int[] groups, int i, RecognitionCollector matches) {
    int start = groups[i];
    int end = groups[i + 1];
    double score = 0.1;
    if (end - start == 3) {
      if (i + 5 >= groups.length
          || groups[i + 3] - groups[i + 2] != 2
          || groups[i + 5] - groups[i + 4] != 4) {
        return;
      }
      char separator = passage.separator(groups[i + 1], groups[i + 2]);
      if (separator != passage.separator(groups[i + 3], groups[i + 4])) {
        return;
      }
      end = groups[i + 5];
      if (separator == '-') {
        score = 0.85;
      } else if (separator == ' ' || separator == '.') {
        score = 0.45;
      } else {
        return;
      }
    }
    if (passage.endsNumber(end)
        && !isWithinLonger(passage, start, end)
        && isIssuable(passage, start, end)) {
      matches.add(EntityType.US_SSN, start, end, score, passage, CONTEXT);
    }
  }

  /** Returns whether it is a part of more groups that are joined by dashes. */
  private static boolean isWithinLonger(TextWithContext passage, int start, int end) {
    boolean before = passage.at(start - 1) == '-' && passage.digitAt(start - 2) >= 0;
    return before || (passage.at(end) == '-' && passage.digitAt(end + 1) >= 0);
  }

  private static boolean isIssuable(TextWithContext passage, int start, int end) {
    String digits = passage.digits(start, end);
    return digits.charAt(0) != '9'
        && !digits.startsWith("000")
        && !digits.startsWith("666")
        && !digits.startsWith("00", 3)
        && !digits.endsWith("0000");
  }
}
