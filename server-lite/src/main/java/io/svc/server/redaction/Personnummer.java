package io.svc.server.redaction;

import java.util.List;
import org.apache.commons.validator.routines.checkdigit.LuhnCheckDigit;

/**
 * Swedish personal identity numbers and coordination numbers (Skatteverket, SKV 704 and SKV 707): a
 * date (coordination numbers add 60 to the day), three digits and a check digit.
 */
final class Personnummer implements Recognizer {
  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("pnr", "persnr", "ssn", "nin"),
          List.of(
              "personnummer",
              "person nummer",
              "personnr",
              "samordningsnummer",
              "personal number",
              "personal identity",
              "personal id",
              "national id",
              "henkilötunnus",
              "personalnummer",
              "född",
              "legitimation"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    int[] groups = passage.groups();
    for (int i = 0; i < groups.length; i += 2) {
      int length = groups[i + 1] - groups[i];
      if (!passage.startsNumber(groups[i])) {
        continue;
      }
      if (length == 12 || length == 10) {
        judge(passage, groups[i], groups[i + 1], length == 12 ? 0.75 : 0.35, matches);
      } else if ((length == 8 || length == 6)
          && i + 2 < groups.length
          && groups[i + 3] - groups[i + 2] == 4) {
        char separator = passage.separator(groups[i + 1], groups[i + 2]);
        if (separator == '-' || separator == '+') {
          judge(passage, groups[i], groups[i + 3], length == 8 ? 0.95 : 0.85, matches);
        } else if (separator == ' ') {
          judge(passage, groups[i], groups[i + 3], length == 8 ? 0.7 : 0.35, matches);
        }
      }
    }
  }

  private static void judge(
      TextWithContext passage, int start, int end, double score, RecognitionCollector matches) {
    if (!passage.endsNumber(end)) {
      return;
    }
    String digits = passage.digits(start, end);
    boolean hasCentury = digits.length() == 12;
    boolean isCentury =
        digits.startsWith("18") || digits.startsWith("19") || digits.startsWith("20");
    if (hasCentury && !isCentury) {
      return;
    }
    String number = hasCentury ? digits.substring(2) : digits;
    if (isDate(number) && LuhnCheckDigit.LUHN_CHECK_DIGIT.isValid(number)) {
      matches.add(EntityType.SE_PERSONNUMMER, start, end, score, passage, CONTEXT);
    }
  }

  private static boolean isDate(String number) {
    int month = Integer.parseInt(number.substring(2, 4));
    int day = Integer.parseInt(number.substring(4, 6));
    return BirthDates.CalendarDay.exists(month, day > 60 ? day - 60 : day);
  }
}
