package io.svc.server.redaction;

import java.util.List;

/**
 * Telephone numbers, by the numbering plans of libphonenumber. Only candidates are looked up:
 * digits with a country code, in the groups of a country, or near a word such as "phone".
 */
final class PhoneNumbers implements Recognizer {
  private static final int FEWEST = 7;
  private static final int MAX = 15;
  private static final int LONGEST = 40;

  private static final double INTERNATIONAL = 0.9;
  private static final double DIALLED = 0.65;
  private static final double AS_WRITTEN = 0.55;
  private static final double POSSIBLE = 0.55;
  private static final double NATIONAL = 0.2;

  private static final ContextWords CONTEXT =
      new ContextWords(
          List.of("ph", "cell", "call", "ring", "sms", "text", "fax", "whatsapp", "signal", "gsm"),
          List.of(
              "phone",
              "tel",
              "mobil",
              "handy",
              "contact number",
              "móvil",
              "celular",
              "cellulare",
              "komórk",
              "puhelin",
              "kännykkä",
              "puh",
              "rufnummer",
              "portable",
              "numéro",
              "telemóvel",
              "mobiel",
              "nummer",
              "телефон",
              "тел",
              "電話",
              "电话",
              "手机",
              "携帯",
              "전화",
              "휴대"));

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    Search search = new Search(passage, matches);
    int i = 0;
    while (i < passage.length()) {
      boolean isPlus = plusLength(passage, i) > 0;
      boolean isDigit = passage.digitAt(i) >= 0;
      if (isPlus || isDigit) {
        boolean begins = isPlus ? !passage.isWordAt(i - 1) : passage.startsNumber(i);
        i = begins ? search.cluster(i) : isPlus ? i + 1 : endOfDigits(passage, i);
      } else {
        i++;
      }
    }
  }

  /**
   * Returns the length of the plus sign at an index, plain, full-width or URL-encoded; 0 for none.
   */
  private static int plusLength(TextWithContext passage, int index) {
    char c = passage.at(index);
    if (c == '+' || c == '\uFF0B') {
      return 1;
    }
    boolean isEscaped = c == '%' && passage.text().regionMatches(true, index, "%2B", 0, 3);
    return isEscaped ? 3 : 0;
  }

  private static int endOfDigits(TextWithContext passage, int index) {
    int end = index;
    while (passage.digitAt(end) >= 0) {
      end++;
    }
    return end;
  }

  /** The search in one text. */
  private static final class Search {
    private final TextWithContext passage;
    private final RecognitionCollector matches;
    private final NumberingPlans plans = new NumberingPlans();

    /** The digit groups of the current cluster: starts and ends. */
    private final int[] groups = new int[2 * LONGEST];

    private int count;
    private String digits = "";
    private PhoneContext nearContext = PhoneContext.UNKNOWN;

    Search(TextWithContext passage, RecognitionCollector matches) {
      this.passage = passage;
      this.matches = matches;
    }

    /** Whether a context word near the current cluster indicates telephone numbers. */
    private enum PhoneContext {
      UNKNOWN,
      YES,
      NO
    }

    /** Checks a cluster of digits from an index, and returns its end. */
    int cluster(int from) {
      int plus = plusLength(passage, from);
      boolean opens = plus > 0 && passage.at(from + plus) == '(';
      int i = from + plus + (opens ? 1 : 0);
      count = 0;
      while (i - from < LONGEST && passage.digitAt(i) >= 0) {
        int end = endOfDigits(passage, i);
        if (end - i > MAX + 2) {
          return end;
        }
        groups[count++] = i;
        groups[count++] = end;
        i = skipGap(end);
      }
      if (count == 0) {
        return from + plus;
      }
      int end = groups[count - 1];
      digits = passage.digits(groups[0], end);
      nearContext = PhoneContext.UNKNOWN;
      if (digits.length() < FEWEST) {
        return end;
      }
      for (int first = 0; first < count; ) {
        first = judgeFrom(first, first == 0 ? plus : 0, from);
      }
      return end;
    }

    /** Skips a separator of two groups; returns the same index when there is none. */
    private int skipGap(int from) {
      int i = from;
      int spaces = 0;
      int marks = 0;
      while (i - from < 3 && passage.digitAt(i) < 0) {
        char c = TextWithContext.plain(passage.at(i));
        if (c == ' ') {
          spaces++;
        } else if (c == '-' || c == '(' || c == ')') {
          marks++;
        } else if ((c == '.' || c == '/') && i == from) {
          return passage.digitAt(i + 1) >= 0 ? i + 1 : from;
        } else {
          return from;
        }
        i++;
      }
      boolean isGap = passage.digitAt(i) >= 0 && (spaces < 2 || marks == 1);
      return isGap ? i : from;
    }

    /** Tries the longest number first; returns the group to continue with. */
    private int judgeFrom(int first, int plus, int from) {
      int start = plus > 0 ? from : groups[first];
      boolean isInternational = plus > 0;
      boolean isOpen = !isInternational && passage.at(start - 1) == '(';
      for (int last = count - 2; last >= first; last -= 2) {
        int end = groups[last + 1];
        int length = count(first, last);
        if (length < FEWEST) {
          break;
        }
        if (length <= MAX + (isInternational ? 0 : 3) && passage.endsNumber(end)) {
          double score = score(digitsOf(first, length), isInternational, first, last);
          if (score > 0) {
            int begin = isOpen && hasClose(start, end) ? start - 1 : start;
            matches.add(EntityType.PHONE_NUMBER, begin, end, score, isNearContextWord());
            return last + 2;
          }
        }
      }
      return isInternational && count > 2 ? count : first + 2;
    }

    private boolean hasClose(int start, int end) {
      return passage.text().substring(start, end).indexOf(')') >= 0;
    }

    /** Returns whether the current cluster is not a part of a longer name with dashes. */
    private boolean isSeparate() {
      boolean followsDash = passage.at(groups[0] - 1) == '-' && passage.isWordAt(groups[0] - 2);
      int end = groups[count - 1];
      return !followsDash && !(passage.at(end) == '-' && passage.isWordAt(end + 1));
    }

    private int count(int first, int last) {
      int length = 0;
      for (int i = first; i <= last; i += 2) {
        length += groups[i + 1] - groups[i];
      }
      return length;
    }

    private String digitsOf(int first, int length) {
      int before = count(0, first - 2);
      return digits.substring(before, before + length);
    }

    private boolean isNearContextWord() {
      if (nearContext == PhoneContext.UNKNOWN) {
        boolean isNear = passage.isNear(CONTEXT, groups[0], groups[count - 1]);
        nearContext = isNear ? PhoneContext.YES : PhoneContext.NO;
      }
      return nearContext == PhoneContext.YES;
    }

    private double score(String number, boolean isInternational, int first, int last) {
      if (isInternational) {
        return scoreOfInternational(number, INTERNATIONAL, POSSIBLE);
      }
      if (number.startsWith("00") && number.charAt(2) != '0') {
        double score = scoreOfInternational(number.substring(2), DIALLED, 0);
        if (score > 0) {
          return score;
        }
      }
      if (number.length() > 12) {
        return 0;
      }
      boolean isNearWord = isNearContextWord();
      boolean isSeparateWord = first == 0 && last == count - 2 && isSeparate();
      boolean isLocal = lengthsAre(first, last, 3, 4) || lengthsAre(first, last, 3, 3, 4);
      if (isNearWord && isLocal) {
        return NATIONAL;
      }
      if (isSeparateWord && isAmerican(number, first, last)) {
        return AS_WRITTEN;
      }
      boolean isGrouped = isSeparateWord && last > first && number.charAt(0) == '0';
      return isNearWord || isGrouped ? scoreOfNational(number, isNearWord, first, last) : 0;
    }

    /**
     * {@code (202) 555-0143}, and the area code 555, which is fictitious. No area code of the North
     * American Numbering Plan begins with 0 or 1.
     */
    private boolean isAmerican(String number, int first, int last) {
      return lengthsAre(first, last, 3, 3, 4)
          && number.charAt(0) > '1'
          && TextWithContext.plain(passage.at(groups[last] - 1)) != ' ';
    }

    private double scoreOfInternational(String number, double valid, double possible) {
      return switch (plans.international(number)) {
        case VALID -> valid;
        case POSSIBLE -> possible;
        case NONE -> 0;
      };
    }

    private double scoreOfNational(String number, boolean isNearWord, int first, int last) {
      int[] lengths = new int[(last - first) / 2 + 1];
      for (int i = 0; i < lengths.length; i++) {
        lengths[i] = groups[first + 2 * i + 1] - groups[first + 2 * i];
      }
      return switch (plans.national(number, lengths)) {
        case VALID -> AS_WRITTEN;
        case POSSIBLE -> isNearWord ? NATIONAL : 0;
        case NONE -> 0;
      };
    }

    private boolean lengthsAre(int first, int last, int... lengths) {
      if ((last - first) / 2 + 1 != lengths.length) {
        return false;
      }
      for (int i = 0; i < lengths.length; i++) {
        int group = first + 2 * i;
        if (groups[group + 1] - groups[group] != lengths[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
