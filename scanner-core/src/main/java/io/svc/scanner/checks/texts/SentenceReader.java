package io.svc.scanner.checks.texts;

import java.util.Locale;

/**
 * Reads a text sentence by sentence, in one pass. Sentences may span lines, words may be spaced out
 * or joined, and paths, addresses and tags are distinguished from words.
 */
final class SentenceReader {
  private static final int LONGEST = 300;
  private static final String OPENING = "\"'([{<*_`\u201C\u2018\u00AB\u300C";
  private static final String CLOSING = "\"')]}>*_`\u201D\u2019\u00BB\u300D.,;:!?\u3002";
  private static final String ENDS = ".!?;\u3002\uFF01\uFF1F\u061F";
  private static final String QUOTES = "\"'`\u201C\u2018\u00AB\u300C";

  private final String text;
  private int position;

  /** Consecutive single letters, which form spaced-out words. */
  private final StringBuilder letters = new StringBuilder();

  SentenceReader(String folded) {
    this.text = folded;
  }

  /** Reads the next sentence. Returns false at the end of the text. */
  boolean next(TaggedSentence sentence) {
    sentence.clear();
    while (position < text.length() && sentence.size() < LONGEST) {
      int gap = 0;
      int lines = 0;
      while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
        lines += text.charAt(position) == '\n' ? 1 : 0;
        gap++;
        position++;
      }
      boolean isNewBlock = lines > 1 || (lines == 1 && isBullet(position));
      if (gap > 1 || isNewBlock) {
        addLetters(sentence);
      }
      if (isNewBlock && !sentence.isEmpty()) {
        return true;
      }
      int end = position;
      while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
        end++;
      }
      String raw = text.substring(position, end);
      position = end;
      add(raw, sentence);
      if (isEnd(raw) && !sentence.isEmpty()) {
        break;
      }
    }
    addLetters(sentence);
    return !sentence.isEmpty() || position < text.length();
  }

  private boolean isBullet(int index) {
    return index + 1 < text.length()
        && "-*#\u2022".indexOf(text.charAt(index)) >= 0
        && Character.isWhitespace(text.charAt(index + 1));
  }

  private static boolean isEnd(String raw) {
    int last = raw.length() - 1;
    while (last > 0 && "\"')]}*_`\u201D\u2019\u00BB".indexOf(raw.charAt(last)) >= 0) {
      last--;
    }
    boolean isAbbreviation = raw.endsWith("e.g.") || raw.endsWith("i.e.") || raw.endsWith("etc.");
    return last >= 0 && ENDS.indexOf(raw.charAt(last)) >= 0 && !isAbbreviation;
  }

  private void addLetters(TaggedSentence sentence) {
    if (letters.length() > 2) {
      TokenReader.addWord(letters.toString(), 0, sentence);
    }
    letters.setLength(0);
  }

  /** Adds the words and the tags of a token without blanks. */
  private void add(String raw, TaggedSentence sentence) {
    if (raw.length() == 1 && Character.isLetter(raw.charAt(0))) {
      letters.append(raw);
      return;
    }
    addLetters(sentence);
    int start = 0;
    int open = raw.indexOf('<');
    int close = raw.indexOf('>');
    while (open >= 0) {
      addPlain(raw.substring(start, open), sentence);
      int name = open + 1;
      while (name < raw.length() && "/|<!".indexOf(raw.charAt(name)) >= 0) {
        name++;
      }
      int end = name;
      while (end < raw.length() && isNameCharacter(raw.charAt(end))) {
        end++;
      }
      if (end > name) {
        sentence.addTag(raw.substring(open, end));
      }
      // Searched again only after the last position, so that the time stays linear for a text full
      // of <.
      close = close >= 0 && close < end ? raw.indexOf('>', end) : close;
      start = close < 0 ? end : close + 1;
      open = raw.indexOf('<', start);
    }
    addPlain(raw.substring(start), sentence);
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  private static void addPlain(String raw, TaggedSentence sentence) {
    int start = 0;
    int end = raw.length();
    while (start < end && OPENING.indexOf(raw.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && CLOSING.indexOf(raw.charAt(end - 1)) >= 0) {
      end--;
    }
    if (start == end) {
      return;
    }
    String clean = raw.substring(start, end);
    boolean isHeading = end < raw.length() && raw.indexOf(':', end) >= 0;
    if (isHeading || raw.charAt(0) == '[') {
      sentence.addTag((isHeading ? ":" : "[") + clean.toLowerCase(Locale.ROOT));
    }
    TokenReader.add(clean, QUOTES.indexOf(raw.charAt(0)) >= 0, sentence);
  }
}
