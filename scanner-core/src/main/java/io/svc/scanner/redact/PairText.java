package io.svc.scanner.redact;

import io.svc.scanner.redact.Setting.Form;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the pairs {@code name=value} of a line: {@code Server=x;Password=y} (ADO.NET), {@code
 * url=https://x;api_key=y}, {@code host=x password=y} (libpq), {@code Module required username="x"
 * password="y";} (JAAS), {@code host:6380,password=y} (StackExchange.Redis) and {@code
 * user=x&password=y}.
 */
final class PairText {
  private static final int MAX_PAIRS = 200;
  private static final int LONGEST_NAME = 64;

  private final String text;
  private final int offset;
  private final List<Setting> pairs = new ArrayList<>(0);

  private PairText(String text, int offset) {
    this.text = text;
    this.offset = offset;
  }

  /**
   * Returns the pairs of a line; empty when the line is a single value.
   *
   * @param offset start of the line in its text
   */
  static List<Setting> in(String line, int offset) {
    if (line.indexOf('=') < 0) {
      return List.of();
    }
    PairText text = new PairText(line, offset);
    boolean isFound =
        text.addSeparated(';')
            || text.addWords(0, line.length())
            || text.addSeparated('&')
            || text.addSeparated(',');
    return isFound ? text.pairs : List.of();
  }

  private boolean addSeparated(char separator) {
    int end = text.length();
    int first = text.indexOf(separator);
    // The parameters of a URL are read with the URL.
    int query = text.indexOf('?');
    boolean isUrl = (query >= 0 && query < first) || (separator == '&' && UrlParts.occurIn(text));
    if (first < 0 || isUrl) {
      return false;
    }
    int named = 0;
    int count = 0;
    int part = 0;
    while (part < end && count < MAX_PAIRS) {
      int next = text.indexOf(separator, part);
      next = next < 0 ? end : next;
      int value = valueOf(part, next);
      if (value > 0) {
        next = endOfQuoted(value, next);
        add(separator == '&' ? Form.QUERY : Form.CONNECTION, part, value, next);
        named++;
      } else if (separator == ';' && !addWords(part, next)) {
        extend(part, next);
      }
      count++;
      part = next + 1;
    }
    addUnread(part, end);
    boolean startsLate = !pairs.isEmpty() && pairs.get(0).start() - offset > first;
    boolean isFound =
        switch (separator) {
          case ';' -> named > 1 || startsLate || named < pairs.size();
          case '&' -> named > 1 && named == count;
          default -> named > 1 || (named == 1 && isAddress(first));
        };
    if (!isFound) {
      pairs.clear();
    }
    return isFound;
  }

  /** A separator within quotes, or within a reference, belongs to the value. */
  private int endOfQuoted(int value, int next) {
    char quote = text.charAt(value);
    if (quote == '"' || quote == '\'') {
      return Math.max(next, closing(text, value, text.length()) + 1);
    }
    return Math.max(next, References.endAt(text, value));
  }

  private static int closing(String text, int open, int end) {
    char quote = text.charAt(open);
    for (int i = open + 1; i < end; i++) {
      if (text.charAt(i) == '\\' && quote == '"') {
        i++;
      } else if (text.charAt(i) == quote) {
        return i;
      }
    }
    return -1;
  }

  /** Adds a part without a name to the value before it, which contains the separator. */
  private void extend(int start, int end) {
    if (pairs.isEmpty() || text.substring(start, end).isBlank()) {
      return;
    }
    Setting last = pairs.get(pairs.size() - 1);
    int from = last.start() - offset;
    boolean isQuoted = text.charAt(from - 1) == '"' || text.charAt(from - 1) == '\'';
    if (last.end() - offset == start - 1 && !isQuoted) {
      String value = text.substring(from, end).stripTrailing();
      pairs.set(
          pairs.size() - 1,
          new Setting(
              last.form(), last.name(), value, last.start(), last.start() + value.length()));
    }
  }

  /** Adds pairs that blanks separate: at least two, all words if the line starts with a pair. */
  private boolean addWords(int start, int end) {
    int before = pairs.size();
    int count = 0;
    boolean isQuoted = false;
    boolean startsWithPair = false;
    int next = start;
    while (next < end && count < MAX_PAIRS) {
      int word = next;
      while (word < end && text.charAt(word) <= ' ') {
        word++;
      }
      next = endOfWord(text, word, end);
      int value = valueOf(word, next);
      if (value > 0) {
        isQuoted |= text.charAt(value) == '"' || text.charAt(value) == '\'';
        add(Form.CONNECTION, word, value, next);
        startsWithPair |= count == 0;
      }
      count += word < next ? 1 : 0;
    }
    int named = pairs.size() - before;
    boolean isFound = named > 1 && (!startsWithPair || named == count);
    if (!isFound) {
      pairs.subList(before, pairs.size()).clear();
    } else if (isQuoted) {
      // Options with quotes are not a connection string.
      for (int i = before; i < pairs.size(); i++) {
        Setting pair = pairs.get(i);
        pairs.set(
            i, new Setting(Form.SETTING, pair.name(), pair.value(), pair.start(), pair.end()));
      }
    }
    if (isFound) {
      addUnread(next, end);
    }
    return isFound;
  }

  /** Adds the text after the last pair that was read. */
  private void addUnread(int start, int end) {
    if (start < end) {
      pairs.add(new Setting(Form.UNREAD, "", "", offset + start, offset + end));
    }
  }

  /** Returns the end of a word. Blanks in a quoted value or a reference belong to the word. */
  static int endOfWord(String text, int start, int end) {
    int i = start;
    boolean isStart = true;
    while (i < end && text.charAt(i) > ' ') {
      char c = text.charAt(i);
      if (isStart && (c == '"' || c == '\'')) {
        int close = closing(text, i, end);
        i = close < 0 ? i + 1 : close + 1;
      } else {
        i = Math.max(i + 1, Math.min(end, References.endAt(text, i)));
      }
      isStart = c == '=';
    }
    return i;
  }

  /** Returns the start of the value after {@code name=}; 0 without one. */
  private int valueOf(int start, int end) {
    int from = start;
    while (from < end && text.charAt(from) <= ' ') {
      from++;
    }
    int blanks = 0;
    // A word that starts with a hyphen is an option.
    boolean isOption = from < end && text.charAt(from) == '-';
    int last = isOption ? from : Math.min(end, from + LONGEST_NAME);
    for (int i = from; i < last; i++) {
      char c = text.charAt(i);
      if (c == '=') {
        int value = i + 1;
        while (value < end && text.charAt(value) == ' ') {
          value++;
        }
        return i == from || value >= end ? 0 : value;
      }
      blanks += c == ' ' && i + 1 < last && text.charAt(i + 1) != '=' ? 1 : 0;
      if (blanks > 1 || (c != ' ' && !isOfName(c))) {
        return 0;
      }
    }
    return 0;
  }

  private void add(Form form, int part, int from, int end) {
    String name = text.substring(part, text.lastIndexOf('=', from - 1)).strip();
    int to = end;
    while (to > from && text.charAt(to - 1) <= ' ') {
      to--;
    }
    int start = from;
    String quote = text.substring(start, start + 1);
    boolean isQuoted =
        (quote.equals("\"") || quote.equals("'"))
            && to > start + 1
            && closing(text, start, to) == to - 1;
    start += isQuoted ? 1 : 0;
    to -= isQuoted ? 1 : 0;
    String written = text.substring(start, to);
    String value = isQuoted ? SettingsText.unquoted(written, quote) : written;
    pairs.add(new Setting(form, name, value, offset + start, offset + to));
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || "_-.%$#".indexOf(c) >= 0;
  }

  /** Matches {@code cache.internal:6380}: only the host of an option list has no name. */
  private boolean isAddress(int end) {
    int colon = text.lastIndexOf(':', end);
    if (colon <= 0 || colon == end - 1) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (i > colon ? !Character.isDigit(c) : i < colon && !isOfName(c)) {
        return false;
      }
    }
    return true;
  }
}
