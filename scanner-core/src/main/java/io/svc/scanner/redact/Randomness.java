package io.svc.scanner.redact;

import java.util.BitSet;

/**
 * Tells text that a machine drew at random from text that a person wrote. Entropy alone takes long
 * identifiers for keys, so letter pairs decide with it: in English and in names, most pairs are
 * among the common ones; among random letters few are.
 */
public final class Randomness {
  /** The pairs that make up about two thirds of English text and of the words of programs. */
  private static final String COMMON_PAIRS =
      "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co"
          + " me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no"
          + " ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po we na ul ni"
          + " ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty"
          + " op wo sa ay ex ke ui fr ag gr da sp ck ap oo av rd do my ok ey";

  private static final BitSet COMMON = new BitSet(26 * 26);

  static {
    for (int i = 0; i < COMMON_PAIRS.length(); i += 3) {
      COMMON.set(pair(COMMON_PAIRS.charAt(i), COMMON_PAIRS.charAt(i + 1)));
    }
  }

  private static final int SHORTEST = 16;
  private static final double MOST_COMMON_PAIRS = 0.6;

  private Randomness() {}

  /** Shannon entropy in bits per character; 0 for an empty text. */
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

  /** Whether a text looks drawn at random: a key, a token, a digest. */
  public static boolean isRandom(String text) {
    if (text.length() < SHORTEST) {
      return false;
    }
    Shape shape = Shape.of(text);
    if (shape.others > text.length() / 6 || shape.blanks > 0) {
      return false;
    }
    boolean isHex = shape.isHex && shape.digits > 0;
    if (isHex) {
      return shape.letters > 0 ? entropy(text) >= 2.8 : false;
    }
    double leastEntropy = text.length() < 24 ? 3.2 : 3.5;
    if (entropy(text) < leastEntropy) {
      return false;
    }
    if (shape.digits == 0 && !shape.isMixedCase()) {
      // Letters of one case: only the pairs can tell.
      return shape.letters >= SHORTEST && commonPairs(text) < 0.35;
    }
    return commonPairs(text) < MOST_COMMON_PAIRS;
  }

  /** The share of neighbouring letters that are common pairs; 0 where no letters are neighbours. */
  static double commonPairs(String text) {
    int pairs = 0;
    int common = 0;
    for (int i = 1; i < text.length(); i++) {
      char a = lower(text.charAt(i - 1));
      char b = lower(text.charAt(i));
      if (isLetter(a) && isLetter(b)) {
        pairs++;
        common += COMMON.get(pair(a, b)) ? 1 : 0;
      }
    }
    return pairs == 0 ? 0 : (double) common / pairs;
  }

  private static int pair(char a, char b) {
    return (a - 'a') * 26 + (b - 'a');
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  /** What kinds of characters a text has. */
  private static final class Shape {
    private int lowers;
    private int letters;
    private int digits;
    private int others;
    private int blanks;
    private boolean isHex = true;

    static Shape of(String text) {
      Shape shape = new Shape();
      for (int i = 0; i < text.length(); i++) {
        shape.add(text.charAt(i));
      }
      return shape;
    }

    private void add(char c) {
      char lower = lower(c);
      if (isLetter(lower)) {
        letters++;
        lowers += c == lower ? 1 : 0;
        isHex &= lower <= 'f';
      } else if (c >= '0' && c <= '9') {
        digits++;
      } else {
        others++;
        blanks += Character.isWhitespace(c) ? 1 : 0;
        isHex &= c == '-';
      }
    }

    boolean isMixedCase() {
      return lowers > 0 && lowers < letters;
    }
  }
}
