package io.svc.scanner.redact;

import io.svc.scanner.redact.Setting.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the named values of a text that is the content of a settings file or a connection string:
 * lines such as {@code NAME=value} and {@code name: value} (.env, INI, TOML, YAML, Java properties,
 * .npmrc, headers), pairs ({@link PairText}), words of .netrc, and XML ({@link MarkupText}). Line
 * breaks may be written out as {@code \n}. The time is linear in the length of the text.
 */
final class SettingsText {
  /** Characters of a text that are read; settings in values are much shorter. */
  static final int LONGEST = 131_072;

  /** Maximum number of named values of a text. */
  static final int MAX_SETTINGS = 1_000;

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_VALUE = 16_384;

  /** A line of more words without a named value is a sentence. */
  private static final int SENTENCE_WORDS = 5;

  /** Words and marks before the name of a value. */
  private static final List<String> PREFIXES =
      List.of("- ", "export ", "set ", "ENV ", "$env:", "declare -x ");

  private static final List<String> QUOTES = List.of("\"\"\"", "'''", "\"", "'", "`");

  /** Compiled for a text with the name of the field only. */
  private static final class Netrc {
    /** The start of an entry: a host, or the entry for all others, with its first field. */
    private static final Pattern ENTRY =
        Pattern.compile(
            "(?m)^[ \\t]{0,80}(?:machine\\s{1,80}[^\\s=:]{1,253}|default)\\s{1,80}"
                + "(?:login|password|account)\\s{1,80}(?![=:\\s])");
  }

  private final String text;
  private final List<Setting> settings = new ArrayList<>();
  private int sentences;

  private SettingsText(String text) {
    this.text = text;
  }

  /**
   * Returns the named values in order and without overlaps; empty for any other text. The text
   * after a limit is a value of the form {@link Form#UNREAD}.
   */
  static List<Setting> in(String text) {
    if (text.length() > SecretFields.LONGEST_NESTED_JSON && "{[".indexOf(text.charAt(0)) >= 0) {
      return List.of(new Setting(Form.UNREAD, "", "", 0, text.length()));
    }
    if (text.indexOf('=') < 0
        && text.indexOf(':') < 0
        && text.indexOf("</") < 0
        && text.indexOf("password") < 0) {
      return List.of();
    }
    String read = text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    String unescaped = read.indexOf('\n') < 0 ? withLineBreaks(read) : read;
    List<Setting> settings = new SettingsText(unescaped).read();
    boolean isCutByChance = settings.size() < 2 && !unescaped.equals(read);
    settings = isCutByChance ? new SettingsText(read).read() : settings;
    if (!settings.isEmpty()) {
      addUnread(settings, text, read.length());
    }
    return settings;
  }

  /** Adds the text from an index, after which no value was read. */
  static void addUnread(List<Setting> settings, String text, int from) {
    if (from < text.length()) {
      settings.add(new Setting(Form.UNREAD, "", "", from, text.length()));
    }
  }

  /** Returns the text before the first line break, which may be written out; empty without one. */
  static String firstLine(String text) {
    int end = text.indexOf('\n') >= 0 ? text.indexOf('\n') : text.indexOf("\\n");
    return text.substring(0, Math.max(0, end));
  }

  /** Replaces written-out line breaks and escaped quotes. The length remains the same. */
  private static String withLineBreaks(String text) {
    if (!text.contains("\\n")) {
      return text;
    }
    char[] characters = text.toCharArray();
    for (int i = 0; i + 1 < characters.length; i++) {
      char next = characters[i + 1];
      if (characters[i] == '\\') {
        if (next == 'n' || next == 'r' || next == '"') {
          characters[i] = ' ';
          characters[i + 1] = next == 'n' ? '\n' : next == 'r' ? ' ' : '"';
        }
        i++;
      }
    }
    return new String(characters);
  }

  private List<Setting> read() {
    String start = text.stripLeading();
    if (start.startsWith("<")) {
      return MarkupText.in(text);
    }
    if (text.contains("password") && Netrc.ENTRY.matcher(text).find()) {
      addWords();
      return settings;
    }
    int next = 0;
    while (next < text.length() && settings.size() < MAX_SETTINGS) {
      next = addLine(next);
    }
    boolean isProse = sentences > settings.size();
    if (isProse) {
      settings.clear();
    } else {
      addUnread(settings, text, next);
    }
    return settings;
  }

  /** Adds the named values of a line. Returns the start of the next line. */
  private int addLine(int from) {
    int end = text.indexOf('\n', from);
    end = end < 0 ? text.length() : end;
    int start = withoutPrefixes(skipBlanks(from, end), end);
    boolean isComment = start == end || text.charAt(start) == '#' || text.charAt(start) == ';';
    if (isComment) {
      return end + 1;
    }
    List<Setting> pairs = PairText.in(text.substring(start, end), start);
    if (!pairs.isEmpty()) {
      settings.addAll(pairs);
      return end + 1;
    }
    int nameStart = text.startsWith("//", start) ? afterRegistry(start, end) : start;
    int separator = nameStart < 0 ? -1 : separatorOf(nameStart, end);
    if (separator < 0) {
      sentences += isSentence(start, end) ? 1 : 0;
      return end + 1;
    }
    return addAssignment(nameStart, separator, end);
  }

  private int withoutPrefixes(int from, int end) {
    int start = from;
    for (int i = 0; i < PREFIXES.size(); i++) {
      String prefix = PREFIXES.get(i);
      if (text.startsWith(prefix, start)) {
        start = skipBlanks(start + prefix.length(), end);
        // A list element can contain any of the others.
        i = -1;
      }
    }
    return start;
  }

  /** Returns the start of the name in {@code //npm.acme.example/:_authToken=…} (.npmrc). */
  private int afterRegistry(int start, int end) {
    int slash = text.substring(start, end).indexOf("/:_");
    return slash < 0 ? -1 : start + slash + 2;
  }

  /**
   * Returns the index of the equals sign or colon after a name; negative when the line does not
   * start with a name.
   */
  private int separatorOf(int start, int end) {
    // A line that starts with a hyphen consists of options.
    int last = text.charAt(start) == '-' ? start : Math.min(end, start + LONGEST_NAME);
    int blanks = 0;
    char quote = text.charAt(start) == '"' || text.charAt(start) == '\'' ? text.charAt(start) : 0;
    for (int i = quote == 0 ? start : start + 1; i < last; i++) {
      char c = text.charAt(i);
      if (c == quote && quote != 0) {
        quote = 0;
      } else if (c == '=' || c == ':') {
        boolean isSeparator = quote == 0 && isSeparator(start, i, end, blanks);
        if (isSeparator || c == '=') {
          return isSeparator ? i : -1;
        }
      } else if (c == ' ' || c == '\t') {
        blanks += i + 1 < end && isOfName(text.charAt(i + 1)) ? 1 : 0;
      } else if (!isOfName(c)) {
        return -1;
      }
    }
    return -1;
  }

  private boolean isSeparator(int start, int index, int end, int blanks) {
    if (index == start) {
      return false;
    }
    char next = index + 1 < end ? text.charAt(index + 1) : ' ';
    if (text.charAt(index) == '=') {
      boolean isComparison = next == '=' && (index + 2 >= end || text.charAt(index + 2) <= ' ');
      return !isComparison && blanks <= 1;
    }
    // A header needs no blank: X-Api-Key:abc. Its name has a hyphen.
    boolean isHeader = text.substring(start, index).indexOf('-') > 0 && next != '/';
    return blanks == 0 && (next <= ' ' || next == '=' || isHeader);
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || "_-.$[]/".indexOf(c) >= 0;
  }

  /** Adds a value after a separator. Returns the start of the line after the value. */
  private int addAssignment(int nameStart, int separator, int end) {
    String name = text.substring(nameStart, separator).strip().replace("\"", "").replace("'", "");
    int start = separator + 1;
    boolean isColon = text.charAt(separator) == ':';
    if (start < end && (isColon ? text.charAt(start) == '=' : text.startsWith("> ", start))) {
      start++;
    }
    start = skipBlanks(start, end);
    if (RandomTextClassifier.isRandom(name)) {
      return end + 1;
    }
    for (String quote : QUOTES) {
      if (text.startsWith(quote, start)) {
        int close = closing(start + quote.length(), quote);
        if (close >= 0) {
          String value = text.substring(start + quote.length(), close);
          add(name, unquoted(value, quote), start + quote.length(), close);
          int next = text.indexOf('\n', close);
          return next < 0 ? text.length() : next + 1;
        }
        break;
      }
    }
    addPlain(name, start, end, isColon);
    return end + 1;
  }

  /** Adds a value without quotes, up to a comment. */
  private void addPlain(String name, int start, int lineEnd, boolean isColon) {
    int comment = text.substring(start, lineEnd).indexOf(" #");
    int end = comment > 0 ? start + comment : lineEnd;
    while (end > start && text.charAt(end - 1) <= ' ') {
      end--;
    }
    String value = text.substring(start, end);
    boolean isBlock = isColon && (value.startsWith("|") || value.startsWith(">"));
    if (!value.isEmpty() && !isBlock) {
      // After a colon, several words are a sentence, unless the first names a scheme.
      boolean isSentence = isColon && SecretClassifier.withoutScheme(value).indexOf(' ') > 0;
      add(isSentence ? "" : name, value, start, end);
    }
  }

  private void add(String name, String value, int start, int end) {
    // In a text with written-out line breaks, a blank replaces the backslash before a quote.
    settings.add(new Setting(Form.SETTING, name, value.strip(), start, end));
  }

  /**
   * Returns the index of the closing quote, possibly on a later line; negative when other text
   * follows it, so that the quote belongs to the value.
   */
  private int closing(int from, String quote) {
    int last = Math.min(text.length(), from + LONGEST_VALUE);
    for (int i = from; i < last; i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote.charAt(0) == '"') {
        i++;
      } else if (c == '\'' && quote.equals("'") && text.startsWith("''", i)) {
        i++;
      } else if (c == quote.charAt(0) && text.startsWith(quote, i)) {
        return isEnd(i + quote.length()) ? i : -1;
      }
    }
    return -1;
  }

  /** Returns true if only punctuation or a comment follows on the line. */
  private boolean isEnd(int from) {
    int i = from;
    while (i < text.length() && ",;)]} \t\r".indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    boolean isComment = i > from && (text.startsWith("#", i) || text.startsWith("//", i));
    return i >= text.length() || text.charAt(i) == '\n' || isComment;
  }

  /** Returns the text of a quoted value. */
  static String unquoted(String value, String quote) {
    if (quote.equals("'")) {
      return value.replace("''", "'");
    }
    if (quote.charAt(0) != '"' || value.indexOf('\\') < 0) {
      return value;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        i++;
        c = value.charAt(i);
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
      plain.append(c);
    }
    return plain.toString();
  }

  private boolean isSentence(int start, int end) {
    int words = 1;
    for (int i = start; i < end; i++) {
      words += text.charAt(i) == ' ' ? 1 : 0;
    }
    return words >= SENTENCE_WORDS;
  }

  private int skipBlanks(int from, int end) {
    int start = from;
    while (start < end && text.charAt(start) <= ' ') {
      start++;
    }
    return start;
  }

  /** Adds the word after each {@code password}, as in .netrc. */
  private void addWords() {
    boolean isPassword = false;
    int next = 0;
    while (next < text.length() && settings.size() < MAX_SETTINGS) {
      int start = skipBlanks(next, text.length());
      next = PairText.endOfWord(text, start, text.length());
      String word = text.substring(start, next);
      if (isPassword && !word.isEmpty()) {
        add("password", word, start, next);
      }
      isPassword = !isPassword && word.equals("password");
    }
    addUnread(settings, text, next);
  }
}
