package io.svc.server.redaction;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passport numbers, which only a context word distinguishes from other numbers, and both lines of
 * the machine-readable zone (ICAO Doc 9303, part 4); the second has check digits.
 */
final class PassportNumbers implements Recognizer {
  private static final Pattern NUMBER =
      Pattern.compile("(?<![A-Za-z0-9])(?=[A-Z]{0,8}\\d)[A-Z0-9]{6,10}(?![A-Za-z0-9])");

  private static final Pattern NAME_LINE =
      Pattern.compile("(?<![A-Z0-9<])P[A-Z<][A-Z]{1,3}<{0,2}[A-Z][A-Z<]{37,40}(?![A-Z0-9<])");

  private static final Pattern NUMBER_LINE =
      Pattern.compile(
          "(?<![A-Z0-9<])[A-Z0-9<]{9}\\d[A-Z<]{3}\\d{7}[MFX<]\\d{7}[A-Z0-9<]{14}[\\d<]\\d"
              + "(?![A-Z0-9<])");

  private static final int LINE = 44;
  private static final int FEWEST_DIGITS = 4;
  private static final int[] WEIGHTS = {7, 3, 1};

  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("pass nr", "pass no", "pass-nr", "mrz"),
          List.of(
              "passport",
              "passeport",
              "reisepass",
              "pasaporte",
              "passaporto",
              "passaporte",
              "paspoort",
              "passnummer",
              "passnr",
              "passnumber",
              "paszport",
              "passinumero",
              "pasnummer",
              "cestovní pas",
              "паспорт",
              "pasaport",
              "旅券",
              "パスポート",
              "护照",
              "護照",
              "여권"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    if (passage.digitCount() >= FEWEST_DIGITS && passage.mentions(CONTEXT)) {
      findNumbers(passage, matches);
    }
    if (text.length() >= LINE && text.indexOf('<') >= 0) {
      findLines(text, matches);
    }
  }

  private static void findNumbers(TextWithContext passage, RecognitionCollector matches) {
    Matcher number = NUMBER.matcher(passage.text());
    while (number.find()) {
      if (number.group().chars().filter(c -> c <= '9').count() >= FEWEST_DIGITS) {
        matches.add(
            EntityType.PASSPORT_NUMBER, number.start(), number.end(), 0.1, passage, CONTEXT);
      }
    }
  }

  private static void findLines(String text, RecognitionCollector matches) {
    Matcher name = NAME_LINE.matcher(text);
    while (name.find()) {
      boolean isSeparateWord = name.end() - name.start() == LINE && name.group().contains("<<");
      if (isSeparateWord) {
        matches.add(EntityType.PASSPORT_NUMBER, name.start(), name.end(), 0.9);
      }
    }
    Matcher line = NUMBER_LINE.matcher(text);
    while (line.find()) {
      String value = line.group();
      boolean isSound =
          isChecked(value, 0, 9) && isChecked(value, 13, 19) && isChecked(value, 21, 27);
      if (isSound) {
        matches.add(EntityType.PASSPORT_NUMBER, line.start(), line.end(), 1);
      }
    }
  }

  /** Returns whether the character after a field is its check digit (part 3, section 4.9). */
  private static boolean isChecked(String line, int start, int end) {
    int sum = 0;
    for (int i = start; i < end; i++) {
      int value = line.charAt(i) == '<' ? 0 : Character.digit(line.charAt(i), 36);
      sum += value * WEIGHTS[(i - start) % WEIGHTS.length];
    }
    return sum % 10 == line.charAt(end) - '0';
  }
}
