package io.svc.server.redaction;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import java.util.Arrays;
import java.util.List;

/**
 * Looks up numbers in the numbering plans of libphonenumber, up to a limit for one text: after
 * that, every number counts as valid. Used by one thread.
 */
final class NumberingPlans {
  /** The result of a lookup. */
  enum LookupResult {
    /** Assigned in the plan; without a country code, also written in the groups of its country. */
    VALID,
    /**
     * Has a length that the plan allows; without a country code, assigned but grouped otherwise.
     */
    POSSIBLE,
    NONE
  }

  private static final int MAX_QUESTIONS = 20_000;

  private static final String NO_REGION = "ZZ";

  /** Countries with numbers that are recognized without a country code. */
  private static final List<String> REGIONS =
      List.of(
          "US", "GB", "SE", "DE", "FR", "ES", "IT", "NL", "NO", "DK", "FI", "PL", "BE", "AT", "CH",
          "IE", "PT", "CZ", "IN", "AU", "BR", "MX", "JP", "CN", "KR", "TR");

  private int questions;

  /** Looks up digits that begin with a country code. */
  LookupResult international(String digits) {
    if (++questions > MAX_QUESTIONS) {
      return LookupResult.VALID;
    }
    PhoneNumberUtil plans = Plans.INSTANCE;
    try {
      PhoneNumber number = plans.parse("+" + digits, NO_REGION);
      if (plans.isValidNumber(number)) {
        return LookupResult.VALID;
      }
      return plans.isPossibleNumber(number) ? LookupResult.POSSIBLE : LookupResult.NONE;
    } catch (NumberParseException e) {
      return LookupResult.NONE;
    }
  }

  /**
   * Looks up digits in national format.
   *
   * @param lengths the lengths of the digit groups
   */
  LookupResult national(String digits, int[] lengths) {
    LookupResult best = LookupResult.NONE;
    for (String region : REGIONS) {
      if (++questions > MAX_QUESTIONS) {
        return LookupResult.VALID;
      }
      LookupResult answer = national(digits, lengths, region);
      if (answer == LookupResult.VALID) {
        return answer;
      }
      best = answer == LookupResult.POSSIBLE ? answer : best;
    }
    return best;
  }

  private static LookupResult national(String digits, int[] lengths, String region) {
    PhoneNumberUtil plans = Plans.INSTANCE;
    try {
      PhoneNumber number = plans.parse(digits, region);
      if (!plans.isValidNumberForRegion(number, region)) {
        return LookupResult.NONE;
      }
      String format = plans.format(number, PhoneNumberFormat.NATIONAL);
      boolean isWrittenSo = lengths.length > 1 && Arrays.equals(lengthsIn(format), lengths);
      return isWrittenSo ? LookupResult.VALID : LookupResult.POSSIBLE;
    } catch (NumberParseException e) {
      return LookupResult.NONE;
    }
  }

  private static int[] lengthsIn(String format) {
    int[] groups = new TextWithContext(format, "", "").groups();
    int[] lengths = new int[groups.length / 2];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = groups[2 * i + 1] - groups[2 * i];
    }
    return lengths;
  }

  /** Loaded on first use, since that takes a tenth of a second. */
  private static final class Plans {
    private static final PhoneNumberUtil INSTANCE = PhoneNumberUtil.getInstance();
  }
}
