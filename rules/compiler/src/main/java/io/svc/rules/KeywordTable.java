package io.svc.rules;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds all occurrences of many lowercase keywords in one pass over a text, ignoring the case of
 * ASCII letters. The first three characters of a keyword select its slot in a table. The build
 * computes the table of the shipped rules, so that a cold start only copies it. Immutable.
 */
public final class KeywordTable {
  /** Receives the positions of keywords. */
  public interface MatchHandler {
    /**
     * Called for each occurrence.
     *
     * @param owner number of the keyword's owner
     * @param position index of the occurrence's first character
     */
    void at(int owner, int position);
  }

  /** The parts of a table as texts; all characters of the first two are below 256. */
  record Encoded(String slots, String entries, String words) {}

  private static final int HEAD = 3;
  private static final int SLOTS = 8_192;

  /** Owner, start and length of a word, and whether the next entry has the same slot. */
  private static final int ENTRY = 6;

  private static final int LARGEST = 0xFFFF;

  /** For each slot, the number of its first entry plus one in two bytes; 0 if it has none. */
  private final byte[] slots;

  private final byte[] entries;
  private final String words;

  private KeywordTable(byte[] slots, byte[] entries, String words) {
    this.slots = slots;
    this.entries = entries;
    this.words = words;
  }

  /** Returns a table that the build has computed. */
  public static KeywordTable of(String slots, String entries, String words) {
    return new KeywordTable(slots.getBytes(ISO_8859_1), entries.getBytes(ISO_8859_1), words);
  }

  /** Returns the table of the keywords of each owner; owners are numbered from 0. */
  public static KeywordTable of(List<List<String>> keywords) {
    Encoded encoded = encode(keywords);
    return of(encoded.slots, encoded.entries, encoded.words);
  }

  static Encoded encode(List<List<String>> keywords) {
    TreeMap<Integer, List<String>> bySlot = new TreeMap<>();
    for (int owner = 0; owner < keywords.size(); owner++) {
      for (String keyword : keywords.get(owner)) {
        if (keyword.length() < HEAD || keyword.length() > 0xFF) {
          throw new IllegalArgumentException(
              "Keyword \"" + keyword + "\" is not between " + HEAD + " and 255 characters long");
        }
        int slot = slot(keyword.charAt(0), keyword.charAt(1), keyword.charAt(2));
        bySlot.computeIfAbsent(slot, absent -> new ArrayList<>()).add(pair(owner) + keyword);
      }
    }
    StringBuilder slots = new StringBuilder("\0".repeat(2 * SLOTS));
    StringBuilder entries = new StringBuilder();
    StringBuilder words = new StringBuilder();
    bySlot.forEach(
        (slot, owned) -> {
          String number = pair(entries.length() / ENTRY + 1);
          slots.replace(2 * slot, 2 * slot + 2, number);
          for (int i = 0; i < owned.size(); i++) {
            String word = owned.get(i).substring(2);
            int known = words.indexOf(word);
            int start = known < 0 ? words.length() : known;
            words.append(known < 0 ? word : "");
            entries.append(owned.get(i), 0, 2).append(pair(start)).append((char) word.length());
            entries.append(i + 1 < owned.size() ? (char) 1 : (char) 0);
          }
        });
    return new Encoded(slots.toString(), entries.toString(), words.toString());
  }

  private static String pair(int number) {
    if (number > LARGEST) {
      throw new IllegalArgumentException("The rules have too many keywords");
    }
    return String.valueOf((char) (number >> 8)) + (char) (number & 0xFF);
  }

  /** Reports each keyword at each position. */
  public void scan(String text, MatchHandler hit) {
    if (text.length() < HEAD) {
      return;
    }
    // Local arrays, because a cold JVM interprets this loop, and calls and fields for each
    // character are measurable.
    char[] characters = text.toCharArray();
    byte[] heads = slots;
    char first = lower(characters[0]);
    char second = lower(characters[1]);
    for (int i = HEAD - 1; i < characters.length; i++) {
      char third = characters[i];
      third = third >= 'A' && third <= 'Z' ? (char) (third + 32) : third;
      int slot = ((first * 961 + second * 31 + third) & (SLOTS - 1)) << 1;
      if ((heads[slot] | heads[slot + 1]) != 0) {
        report(characters, i - HEAD + 1, unsigned(heads, slot) - 1, hit);
      }
      first = second;
      second = third;
    }
  }

  private void report(char[] characters, int position, int number, MatchHandler hit) {
    int entry = number * ENTRY;
    while (true) {
      if (isAt(unsigned(entries, entry + 2), entries[entry + 4] & 0xFF, characters, position)) {
        hit.at(unsigned(entries, entry), position);
      }
      if (entries[entry + 5] == 0) {
        return;
      }
      entry += ENTRY;
    }
  }

  /** Only ASCII letters are folded: otherwise, the Kelvin sign would match the "k" in "key". */
  private boolean isAt(int start, int length, char[] characters, int position) {
    if (position + length > characters.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (lower(characters[position + i]) != words.charAt(start + i)) {
        return false;
      }
    }
    return true;
  }

  private static int unsigned(byte[] bytes, int index) {
    return ((bytes[index] & 0xFF) << 8) | (bytes[index + 1] & 0xFF);
  }

  private static int slot(char first, char second, char third) {
    return (first * 961 + second * 31 + third) & (SLOTS - 1);
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
