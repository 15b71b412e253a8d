package io.svc.scanner.fix;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a file with {@code NAME=value} lines that POSIX shells, Node.js and common dotenv
 * parsers read with the same result. They agree only on values without special characters, on
 * single quotes without a quote or certain backslashes inside, and on double quotes without special
 * shell characters. Other values are rejected. Contains secrets.
 */
public final class EnvFileText {
  private static final Pattern LINE =
      Pattern.compile("(?m)^[ \\t]*(?:export[ \\t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \\t]*=[ \\t]*");
  private static final String PLAIN = "_-./:@%+=,";

  private final String text;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> unknown = new HashSet<>();
  private int openQuote;

  /** Parses a text. Lines that cannot be parsed are unchanged. */
  public EnvFileText(String text) {
    this.text = text;
    Matcher line = LINE.matcher(text);
    int from = 0;
    while (line.find(from)) {
      from = readValue(line.group(1), line.end());
    }
  }

  private int readValue(String name, int start) {
    int lineEnd = text.indexOf('\n', start);
    lineEnd = lineEnd < 0 ? text.length() : lineEnd;
    char quote = start < text.length() ? text.charAt(start) : '\n';
    if (quote == '\'' || quote == '"') {
      int end = text.indexOf(quote, start + 1);
      if (end < 0 && openQuote == 0) {
        openQuote = 1 + (int) text.substring(0, start).chars().filter(c -> c == '\n').count();
      }
      String value = end < 0 ? "" : text.substring(start + 1, end);
      int stop = end < 0 ? lineEnd : lineEndFrom(end);
      boolean endsLine = end >= 0 && isEmptyOrComment(text.substring(end + 1, stop));
      boolean isLiteral = quote == '\'' ? !value.endsWith("\\") : isWithoutSpecial(value);
      setVariable(name, value, endsLine && isLiteral);
      return stop;
    }
    String value = text.substring(start, lineEnd).strip();
    setVariable(name, value, isPlain(value));
    return lineEnd;
  }

  private void setVariable(String name, String value, boolean isKnown) {
    values.remove(name);
    unknown.remove(name);
    if (isKnown) {
      values.put(name, value);
    } else {
      unknown.add(name);
    }
  }

  private int lineEndFrom(int index) {
    int end = text.indexOf('\n', index);
    return end < 0 ? text.length() : end;
  }

  private static boolean isEmptyOrComment(String rest) {
    return rest.isBlank() || rest.strip().startsWith("#");
  }

  private static boolean isWithoutSpecial(String value) {
    for (int i = 0; i < value.length(); i++) {
      if ("$`\\\"".indexOf(value.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the values by name. */
  public Map<String, String> values() {
    return Map.copyOf(values);
  }

  /** Returns the names whose values parsers may read differently. */
  public Set<String> unknown() {
    return Set.copyOf(unknown);
  }

  /**
   * Returns the line with an unclosed quote; empty when there is none. Text added after it would
   * close the quote and become part of its value.
   */
  public OptionalInt lineOfOpenQuote() {
    return openQuote == 0 ? OptionalInt.empty() : OptionalInt.of(openQuote);
  }

  /** Returns the reason why a value cannot be stored in such a file; empty when it can. */
  static Optional<String> obstacle(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\n' && c != '\t')
          || c == '\u007F'
          || (Character.isSurrogate(c) && !isPair(value, i))) {
        return Optional.of("it contains a control character, which env file readers drop");
      }
    }
    boolean hasQuote = value.indexOf('\'') >= 0;
    boolean isLostInSingle =
        value.endsWith("\\") || value.contains("\\\\") || value.contains("\\'");
    if (value.contains("${")
        || (hasQuote && !isWithoutSpecial(value))
        || (!hasQuote && isLostInSingle)) {
      return Optional.of(
          "shells and dotenv readers interpret its quotes, backslashes, or dollar signs"
              + " differently");
    }
    return Optional.empty();
  }

  private static boolean isPair(String value, int index) {
    char c = value.charAt(index);
    return Character.isHighSurrogate(c)
        ? index + 1 < value.length() && Character.isLowSurrogate(value.charAt(index + 1))
        : index > 0 && Character.isHighSurrogate(value.charAt(index - 1));
  }

  /** Returns the text with missing values added, ordered by name. */
  public String with(Map<String, String> more) {
    StringBuilder added = new StringBuilder(text);
    for (Map.Entry<String, String> entry : new TreeMap<>(more).entrySet()) {
      if (!entry.getValue().equals(values.get(entry.getKey()))) {
        if (added.length() > 0 && added.charAt(added.length() - 1) != '\n') {
          added.append('\n');
        }
        added.append(entry.getKey()).append('=').append(quoted(entry.getValue())).append('\n');
      }
    }
    return added.toString();
  }

  private static String quoted(String value) {
    if (isPlain(value) && !value.isEmpty()) {
      return value;
    }
    char quote = value.indexOf('\'') < 0 ? '\'' : '"';
    return quote + value + quote;
  }

  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean isWord = c < 128 && Character.isLetterOrDigit(c);
      if (!isWord && PLAIN.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "EnvFileText[" + values.keySet() + "]";
  }
}
