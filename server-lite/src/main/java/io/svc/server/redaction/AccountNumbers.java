package io.svc.server.redaction;

import java.util.Locale;
import org.apache.commons.validator.routines.IBANValidator;

/**
 * International bank account numbers (ISO 13616): the length and structure of their country, and
 * the check digits modulo 97.
 */
final class AccountNumbers implements Recognizer {
  private static final IBANValidator VALIDATOR = IBANValidator.getInstance();

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    for (int i = 0; i + 4 < passage.length(); i++) {
      if (isHead(passage, i)) {
        findAt(passage, i, matches);
      }
    }
  }

  /** Two letters and two digits, the second optionally after a space. */
  private static boolean isHead(TextWithContext passage, int i) {
    return isLetter(passage.at(i))
        && isLetter(passage.at(i + 1))
        && passage.digitAt(i + 2) >= 0
        && passage.digitAt(i + 3) >= 0
        && !passage.isWordAt(i - 1);
  }

  private static boolean isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private static void findAt(TextWithContext passage, int start, RecognitionCollector matches) {
    String country = passage.text().substring(start, start + 2).toUpperCase(Locale.ROOT);
    IBANValidator.Validator format = VALIDATOR.getValidator(country);
    if (format == null) {
      return;
    }
    StringBuilder plain = new StringBuilder(format.getIbanLength());
    int end = start;
    while (end < passage.length() && plain.length() < format.getIbanLength()) {
      char c = passage.at(end);
      int digit = passage.digitAt(end);
      if (digit >= 0) {
        plain.append((char) ('0' + digit));
      } else if (isLetter(c)) {
        plain.append(Character.toUpperCase(c));
      } else if (!isGap(passage, end)) {
        return;
      }
      end++;
    }
    if (!passage.isWordAt(end) && VALIDATOR.isValid(plain.toString())) {
      matches.add(EntityType.IBAN_CODE, start, end, 1);
    }
  }

  /** One space or dash between groups. */
  private static boolean isGap(TextWithContext passage, int index) {
    char c = TextWithContext.plain(passage.at(index));
    return (c == ' ' || c == '-') && passage.isWordAt(index - 1) && passage.isWordAt(index + 1);
  }
}
