package io.svc.scanner.redact;

import java.util.Arrays;

/**
 * Finds all occurrences of many lowercase keywords in one pass over a text, ignoring the case of
 * ASCII letters. The first three characters of a keyword select its slot in a table, so that
 * construction is cheap: a scan from a hook builds the table for a single file.
 */
final class KeywordMatcher {
  /** Receives the positions of keywords. */
  interface MatchHandler {
    void at(int owner, int position);
  }

  private static final int HEAD = 3;
  private static final int SLOTS = 8_192;
  private static final short NONE = -1;

  private final short[] slots = new short[SLOTS];
  private String[] keywords = new String[256];
  private short[] owners = new short[256];
  private short[] next = new short[256];
  private short count;

  KeywordMatcher() {
    Arrays.fill(slots, NONE);
  }

  /** Adds a lowercase keyword of an owner. */
  void add(String keyword, int owner) {
    if (keyword.length() < HEAD) {
      throw new IllegalArgumentException(
          "Keyword \"" + keyword + "\" is shorter than " + HEAD + " characters");
    }
    if (count == keywords.length) {
      keywords = Arrays.copyOf(keywords, count * 2);
      owners = Arrays.copyOf(owners, count * 2);
      next = Arrays.copyOf(next, count * 2);
    }
    int slot = slot(keyword.charAt(0), keyword.charAt(1), keyword.charAt(2));
    keywords[count] = keyword;
    owners[count] = (short) owner;
    next[count] = slots[slot];
    slots[slot] = count++;
  }

  /** Reports each keyword at each position. */
  void scan(String text, MatchHandler hit) {
    if (text.length() < HEAD) {
      return;
    }
    // An array, because a cold JVM interprets this loop, and calls for each character are
    // measurable.
    char[] characters = text.toCharArray();
    char first = lower(characters[0]);
    char second = lower(characters[1]);
    for (int i = HEAD - 1; i < characters.length; i++) {
      char third = characters[i];
      third = third >= 'A' && third <= 'Z' ? (char) (third + 32) : third;
      short entry = slots[(first * 961 + second * 31 + third) & (SLOTS - 1)];
      if (entry != NONE) {
        report(characters, i - HEAD + 1, entry, hit);
      }
      first = second;
      second = third;
    }
  }

  private void report(char[] characters, int position, short entry, MatchHandler hit) {
    for (short i = entry; i != NONE; i = next[i]) {
      if (isAt(keywords[i], characters, position)) {
        hit.at(owners[i], position);
      }
    }
  }

  /** Only ASCII letters are folded: otherwise, the Kelvin sign would match the "k" in "key". */
  private static boolean isAt(String keyword, char[] characters, int position) {
    if (position + keyword.length() > characters.length) {
      return false;
    }
    for (int i = 0; i < keyword.length(); i++) {
      if (lower(characters[position + i]) != keyword.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int slot(char first, char second, char third) {
    return (first * 961 + second * 31 + third) & (SLOTS - 1);
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
