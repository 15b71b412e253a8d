package io.svc.server.redaction;

import java.util.List;
import org.apache.commons.validator.routines.CreditCardValidator;
import org.apache.commons.validator.routines.CreditCardValidator.CreditCardRange;
import org.apache.commons.validator.routines.checkdigit.LuhnCheckDigit;

/**
 * Payment card numbers: 12 to 19 digits with the check digit of ISO/IEC 7812-1, annex B, ungrouped
 * or in printed groups. The ranges are published by the card networks.
 */
final class CardNumbers implements Recognizer {
  private static final int FEWEST = 12;
  private static final int MAX = 19;

  private static final CreditCardValidator BRANDS =
      new CreditCardValidator(
          new CreditCardRange[] {
            new CreditCardRange("4", null, new int[] {13, 16, 19}), // Visa
            new CreditCardRange("51", "55", 16, 16), // Mastercard
            new CreditCardRange("2221", "2720", 16, 16),
            new CreditCardRange("34", null, 15, 15), // American Express
            new CreditCardRange("37", null, 15, 15),
            new CreditCardRange("300", "305", 14, 19), // Diners Club
            new CreditCardRange("3095", null, 14, 19),
            new CreditCardRange("36", null, 14, 19),
            new CreditCardRange("38", "39", 14, 19),
            new CreditCardRange("6011", null, 16, 19), // Discover
            new CreditCardRange("644", "649", 16, 19),
            new CreditCardRange("65", null, 16, 19),
            new CreditCardRange("3528", "3589", 16, 19), // JCB
            new CreditCardRange("62", null, 16, 19), // UnionPay
            new CreditCardRange("81", "82", 16, 19), // UnionPay, RuPay
            new CreditCardRange("60", null, 16, 16), // RuPay
            new CreditCardRange("508", null, 16, 16),
            new CreditCardRange("2200", "2204", 16, 19), // Mir
            new CreditCardRange("9792", null, 16, 16), // Troy
            new CreditCardRange("5018", null, 12, 19), // Maestro
            new CreditCardRange("5020", null, 12, 19),
            new CreditCardRange("5038", null, 12, 19),
            new CreditCardRange("5893", null, 12, 19),
            new CreditCardRange("6304", null, 12, 19),
            new CreditCardRange("6759", null, 12, 19),
            new CreditCardRange("6761", "6763", 12, 19)
          });

  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("pan", "visa", "amex", "cc", "maestro", "jcb", "cb"),
          List.of(
              "card",
              "credit",
              "debit",
              "mastercard",
              "american express",
              "payment",
              "kort",
              "kredit",
              "karte",
              "carte",
              "tarjeta",
              "carta di",
              "cartão",
              "cartao",
              "kaart",
              "karta",
              "karty",
              "luottokort",
              "maksukort",
              "карт",
              "カード",
              "卡",
              "카드"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    int[] groups = passage.groups();
    for (int first = 0; first < groups.length; first += 2) {
      if (passage.startsNumber(groups[first]) && passage.at(groups[first] - 1) != '+') {
        findFrom(passage, groups, first, matches);
      }
    }
  }

  private static void findFrom(
      TextWithContext passage, int[] groups, int first, RecognitionCollector matches) {
    int digits = 0;
    char separator = 0;
    for (int i = first; i < groups.length; i += 2) {
      if (i > first) {
        char between = passage.separator(groups[i - 1], groups[i]);
        boolean isPrinted = between == ' ' || between == '-';
        if (!isPrinted || (separator != 0 && between != separator)) {
          return;
        }
        separator = between;
      }
      digits += groups[i + 1] - groups[i];
      if (digits > MAX) {
        return;
      }
      if (digits >= FEWEST && passage.endsNumber(groups[i + 1])) {
        judge(passage, groups, first, i, matches);
      }
    }
  }

  private static void judge(
      TextWithContext passage, int[] groups, int first, int last, RecognitionCollector matches) {
    int start = groups[first];
    int end = groups[last + 1];
    String number = passage.digits(start, end);
    if (!LuhnCheckDigit.LUHN_CHECK_DIGIT.isValid(number)) {
      return;
    }
    boolean isOfBrand = BRANDS.isValid(number);
    boolean isPrinted = isPrinted(groups, first, last, number.length());
    boolean isPlain = isOfBrand && isPrinted;
    if (!isPlain && (isJoined(passage, groups, first - 2) || isJoined(passage, groups, last))) {
      return;
    }
    double score = isPlain ? 0.95 : isOfBrand || isPrinted ? 0.3 : 0.05;
    matches.add(EntityType.CREDIT_CARD, start, end, score, passage, CONTEXT);
  }

  /**
   * Returns whether the next group continues a group, so that the candidate is a part of something
   * longer.
   */
  private static boolean isJoined(TextWithContext passage, int[] groups, int group) {
    if (group < 0 || group + 2 >= groups.length) {
      return false;
    }
    char between = passage.separator(groups[group + 1], groups[group + 2]);
    return between == ' ' || between == '-';
  }

  /** Ungrouped digits; groups of four with a shorter last one; 4-6-5 and 4-6-4. */
  private static boolean isPrinted(int[] groups, int first, int last, int digits) {
    if (first == last) {
      return true;
    }
    boolean isShort = digits == 14 || digits == 15;
    if (isShort && last - first == 4) {
      return groups[first + 1] - groups[first] == 4 && groups[first + 3] - groups[first + 2] == 6;
    }
    for (int i = first; i < last; i += 2) {
      if (groups[i + 1] - groups[i] != 4) {
        return false;
      }
    }
    return groups[last + 1] - groups[last] <= 4;
  }
}
