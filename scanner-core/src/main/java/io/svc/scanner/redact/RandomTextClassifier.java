package io.svc.scanner.redact;

/**
 * Distinguishes random text from human-written text. Entropy alone misclassifies long identifiers
 * as keys, so two models are compared. One draws each character uniformly from the kinds of
 * characters that occur. The other models human-written text, where few letter pairs are common and
 * letter case and digits rarely change.
 */
public final class RandomTextClassifier {
  private static final int SHORTEST = 16;
  private static final int MIN_LENGTH_UNDER_NAME = 12;
  private static final int SHORTEST_HEX_RUN = 32;
  private static final int MIN_HEX_LETTERS = 4;
  private static final int MIN_MARKS = 3;
  private static final int MANY_MARKS = 5;
  private static final int MIN_LENGTH_WITH_ONE_MARK = 20;

  /**
   * Minimum evidence for random text in bits: a constant for any text, plus an amount per
   * additional character. With these values, fewer than 1 in 100 keys of 20 characters drawn from
   * letters and digits are missed, and 1 in 400 names of packages, files and functions is
   * classified as a key.
   */
  private static final double MIN_BITS = 4;

  private static final double MIN_BITS_PER_CHARACTER = 0.3;

  /**
   * The evidence in bits of a change between lowercase letter, capital and digit in human-written
   * text, counted over the same text as the letter pairs. Case changes such as in camelCase have a
   * higher weight here.
   */
  private static final double[] CHANGES = {-0.3, -5.0, -5.0, -2.4, -0.8, -5.5, -3.3, -6.0, -1.6};

  private static final int SMALL = 0;
  private static final int CAPITAL = 1;
  private static final int DIGIT = 2;
  private static final int OTHER = 3;

  private RandomTextClassifier() {}

  /** Returns the Shannon entropy in bits per character; 0 for an empty text. */
  public static double entropy(CharSequence text) {
    int length = text.length();
    int[] counts = new int[128];
    int others = 0;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 128) {
        counts[c]++;
      } else {
        others++;
      }
    }
    double entropy = bits(others, length);
    for (int count : counts) {
      entropy += bits(count, length);
    }
    return entropy;
  }

  private static double bits(int count, int length) {
    if (count == 0) {
      return 0;
    }
    double share = (double) count / length;
    return -share * Math.log(share) / Math.log(2);
  }

  /** Returns true if a text looks random: a key, a token, a digest. */
  public static boolean isRandom(String text) {
    if (text.length() < SHORTEST) {
      return false;
    }
    CharacterClasses shape = CharacterClasses.of(text);
    if (shape.others > text.length() / 6 || shape.blanks > 0) {
      return false;
    }
    if (shape.isHex && shape.digits > 0) {
      return shape.letters > 0 && entropy(text) >= 2.8;
    }
    if (shape.letters == 0) {
      return false;
    }
    double leastEntropy = text.length() < 32 ? 3.1 : 3.5;
    return hasHexRun(text)
        || (entropy(text) >= leastEntropy
            && humanTextBits(text, shape) < -MIN_BITS - MIN_BITS_PER_CHARACTER * text.length());
  }

  /**
   * Returns true if a text of 12 to 15 characters looks random. It is too short to decide without
   * the name of a secret.
   */
  static boolean isShortRandom(String text) {
    if (text.length() < MIN_LENGTH_UNDER_NAME || text.length() >= SHORTEST) {
      return false;
    }
    CharacterClasses shape = CharacterClasses.of(text);
    if (shape.others > 2 || shape.blanks > 0 || (shape.digits == 0 && !shape.isMixed())) {
      return false;
    }
    return shape.letters > 0
        && entropy(text) >= 2.7
        && ((shape.isHex && shape.digits > 0)
            || humanTextBits(text, shape) < -MIN_BITS - MIN_BITS_PER_CHARACTER * text.length());
  }

  /**
   * Returns true if a text looks drawn from letters, digits and punctuation marks, as password
   * generators do. The marks separate the letters, so the evidence per letter pair decides, and
   * many kinds of marks are evidence themselves.
   */
  static boolean isGenerated(String value) {
    String text = withoutPrefix(value);
    if (text.length() < MIN_LENGTH_UNDER_NAME) {
      return false;
    }
    CharacterClasses shape = CharacterClasses.of(text);
    int marks = marks(text);
    boolean hasMarks =
        marks >= MIN_MARKS || (marks > 0 && text.length() >= MIN_LENGTH_WITH_ONE_MARK);
    if (!hasMarks
        || shape.blanks > 0
        || shape.letters == 0
        || (shape.digits == 0 && !(shape.isMixed() && marks >= MANY_MARKS))
        || shape.others * 10 < text.length()) {
      return false;
    }
    double perPair = marks < MIN_MARKS ? 2 * MIN_BITS_PER_CHARACTER : MIN_BITS_PER_CHARACTER;
    double most = marks < MANY_MARKS ? -MIN_BITS / 2 - perPair * pairs(text) : 0;
    return entropy(text) >= 3 && humanTextBits(text, shape) < most;
  }

  /** Returns a text without leading words and hyphens, such as {@code django-insecure-}. */
  private static String withoutPrefix(String text) {
    int end = 0;
    for (int i = 0;
        i < text.length() && (kind(text.charAt(i)) == SMALL || text.charAt(i) == '-');
        i++) {
      end = text.charAt(i) == '-' ? i + 1 : end;
    }
    return text.substring(end);
  }

  /** Counts the kinds of punctuation marks, without common separators of words and versions. */
  private static int marks(String text) {
    long seen = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > ' ' && c < 127 && kind(c) == OTHER && "-_./:+~=".indexOf(c) < 0) {
        // Few marks share a bit, such as the braces and the semicolon.
        seen |= 1L << (c & 63);
      }
    }
    return Long.bitCount(seen);
  }

  private static int pairs(String text) {
    int pairs = 0;
    for (int i = 1; i < text.length(); i++) {
      pairs += kind(text.charAt(i - 1)) != OTHER && kind(text.charAt(i)) != OTHER ? 1 : 0;
    }
    return pairs;
  }

  /** Returns a positive value for human-written text, and a negative one for random text. */
  private static double humanTextBits(String text, CharacterClasses shape) {
    double alphabet = shape.alphabet();
    double small = Math.log(alphabet / 26) / Math.log(2);
    double digit = Math.log(alphabet / 10) / Math.log(2);
    double bits = 0;
    int before = kind(text.charAt(0));
    for (int i = 1; i < text.length(); i++) {
      int kind = kind(text.charAt(i));
      if (before != OTHER && kind != OTHER) {
        bits += CHANGES[3 * before + kind] + (kind == DIGIT ? digit : small);
        if (before != DIGIT && kind != DIGIT) {
          bits += LetterPairs.bits(text.charAt(i - 1), text.charAt(i));
        }
      }
      before = kind;
    }
    return bits;
  }

  private static int kind(char c) {
    if (c >= 'a' && c <= 'z') {
      return SMALL;
    }
    if (c >= 'A' && c <= 'Z') {
      return CAPITAL;
    }
    return c >= '0' && c <= '9' ? DIGIT : OTHER;
  }

  /**
   * Returns true for {@code sk-0f3a…}, {@code 0x0f3a…}, {@code 2/12345:0f3a…}: a separate part of
   * at least 32 hexadecimal digits. Their letters are too few for the letter pairs.
   */
  private static boolean hasHexRun(String text) {
    int start = 0;
    while (start + SHORTEST_HEX_RUN <= text.length()) {
      int end = start;
      int letters = 0;
      while (end < text.length() && Character.digit(text.charAt(end), 16) >= 0) {
        letters += text.charAt(end) > '9' ? 1 : 0;
        end++;
      }
      boolean isPart = end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
      if (end - start >= SHORTEST_HEX_RUN
          && isPart
          && letters >= MIN_HEX_LETTERS
          && letters < end - start
          && beginsPart(text, start)) {
        return entropy(text.substring(start, end)) >= 2.8;
      }
      start = end + 1;
    }
    return false;
  }

  private static boolean beginsPart(String text, int start) {
    if (start == 0) {
      return true;
    }
    boolean isNumber = start == 2 && text.startsWith("0x");
    return isNumber || ":-_.%".indexOf(text.charAt(start - 1)) >= 0;
  }

  /** The kinds of characters in a text. */
  private static final class CharacterClasses {
    private int smalls;
    private int letters;
    private int digits;
    private int others;
    private int blanks;
    private boolean isHex = true;

    static CharacterClasses of(String text) {
      CharacterClasses shape = new CharacterClasses();
      for (int i = 0; i < text.length(); i++) {
        shape.add(text.charAt(i));
      }
      return shape;
    }

    private void add(char c) {
      switch (kind(c)) {
        case SMALL, CAPITAL -> {
          letters++;
          smalls += c >= 'a' ? 1 : 0;
          isHex &= Character.digit(c, 16) >= 0;
        }
        case DIGIT -> digits++;
        default -> {
          others++;
          blanks += Character.isWhitespace(c) ? 1 : 0;
          isHex &= c == '-';
        }
      }
    }

    /** Returns true if both capital and small letters occur. */
    boolean isMixed() {
      return smalls > 0 && smalls < letters;
    }

    /** Returns the size of the alphabet from which letters and digits seem to be drawn. */
    int alphabet() {
      return (smalls > 0 ? 26 : 0) + (smalls < letters ? 26 : 0) + (digits > 0 ? 10 : 0);
    }
  }
}
