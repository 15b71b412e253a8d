package io.svc.scanner.config;

import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A {@code smithery.yaml}: the command of a server as a JavaScript function that returns an object,
 * or a server that runs in the platform's container. Literals of the object are read; expressions
 * are references to the user's settings.
 */
final class SmitheryFile {
  private static final String KEY = "startCommand";
  private static final String FUNCTION = "commandFunction";
  private static final Launch NO_LAUNCH = new Launch(List.of());
  private static final int LONGEST_EXPRESSION = 200;

  private final ConfigText function;

  /** The function with blanks for comments and regular expressions, which may contain quotes. */
  private final String text;

  private final List<Integer> lineStarts = new ArrayList<>(List.of(0));
  private boolean isBroken;
  private int position;

  private SmitheryFile(ConfigText function) {
    this.function = function;
    this.text = withoutComments(function.text());
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      lineStarts.add(i + 1);
    }
  }

  private static String withoutComments(String function) {
    StringBuilder text = new StringBuilder(function);
    char quote = 0;
    char before = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int end = quote == 0 && c == '/' ? endOfComment(text, i, before) : i;
      if (end > i) {
        for (; i < end; i++) {
          text.setCharAt(i, text.charAt(i) == '\n' ? '\n' : ' ');
        }
        i--;
      } else if (quote != 0) {
        i += c == '\\' ? 1 : 0;
        quote = c == quote ? 0 : quote;
      } else if (isQuote(c)) {
        quote = c;
      }
      before = end > i || isBlank(c) ? before : c;
    }
    return text.toString();
  }

  /** Returns the end of the comment or the regular expression at a slash; the slash for none. */
  private static int endOfComment(StringBuilder text, int slash, char before) {
    char next = slash + 1 < text.length() ? text.charAt(slash + 1) : 0;
    if (next == '/' || next == '*') {
      int end = next == '/' ? text.indexOf("\n", slash) : text.indexOf("*/", slash + 2) + 2;
      return end < slash + 2 ? text.length() : end;
    }
    // After a value, a slash divides.
    if (Character.isLetterOrDigit(before) || "_$)]}'\"`".indexOf(before) >= 0) {
      return slash;
    }
    boolean isClass = false;
    int limit = Math.min(text.length(), slash + LONGEST_EXPRESSION);
    for (int i = slash + 1; i < limit && text.charAt(i) != '\n'; i++) {
      char c = text.charAt(i);
      if (c == '/' && !isClass) {
        return i + 1;
      }
      isClass = c == '[' || (isClass && c != ']');
      i += c == '\\' ? 1 : 0;
    }
    return slash;
  }

  /** Adds the server; returns false if the file does not describe how it starts. */
  static boolean addTo(ConfigObject root, ServerFinder found) {
    Optional<ConfigObject> start = root.findObject(KEY);
    if (start.isEmpty()) {
      return false;
    }
    ConfigObject entry = start.get();
    String name = root.findText("name").map(ConfigText::text).orElse("smithery");
    Optional<ConfigText> function = entry.findText(FUNCTION);
    if (function.isPresent()) {
      addFunction(name, entry, function.get(), found);
    } else if (entry.findText("command").isPresent() || entry.findText("url").isPresent()) {
      found.addEntry(KEY, name, entry, entry);
    } else {
      // The platform starts the server of a container.
      if (!entry.findText("type").map(ConfigText::text).orElse("http").equals("http")) {
        found.skip(name, "it has no " + FUNCTION, entry);
      }
      found.add(KEY, server(name, entry, NO_LAUNCH, List.of()));
    }
    return true;
  }

  private static void addFunction(
      String name, ConfigObject entry, ConfigText function, ServerFinder found) {
    SmitheryFile reader = new SmitheryFile(function);
    List<Word> command = reader.valuesOf("command");
    if (command.isEmpty()) {
      found.skip(name, "its " + FUNCTION + " returns no literal command", function);
      found.add(KEY, server(name, entry, NO_LAUNCH, reader.variables()));
      return;
    }
    List<Word> words = new ArrayList<>(command.subList(0, 1));
    words.addAll(reader.valuesOf("args"));
    found.add(KEY, server(name, entry, new Launch(words), reader.variables()));
    if (reader.isBroken) {
      found.skip(name, "a literal of its " + FUNCTION + " is not closed", function);
    }
  }

  private static McpServer server(
      String name, ConfigObject entry, Launch launch, List<NamedText> env) {
    return new McpServer(
        name, "server", entry.location(), entry, launch, env, List.of(), List.of());
  }

  /** Returns the literals in the value of a member. */
  private List<Word> valuesOf(String member) {
    List<Word> words = new ArrayList<>();
    int depth = moveBehind(member) ? 0 : -1;
    while (depth >= 0 && position < text.length()) {
      char c = text.charAt(position);
      if (isQuote(c)) {
        int start = position;
        words.add(new Word(literal(), at(start)));
      } else {
        depth += depthOf(c);
        position++;
        if (c == ',' && depth == 0) {
          return words;
        }
      }
    }
    return words;
  }

  private static int depthOf(char c) {
    return "[({".indexOf(c) >= 0 ? 1 : "])}".indexOf(c) >= 0 ? -1 : 0;
  }

  /** Returns the members of {@code env} that have a literal. */
  private List<NamedText> variables() {
    List<NamedText> variables = new ArrayList<>();
    if (!moveBehind("env") || !text.startsWith("{", position)) {
      return variables;
    }
    position++;
    StringBuilder name = new StringBuilder();
    int depth = 1;
    boolean isValue = false;
    while (position < text.length() && depth > 0) {
      char c = text.charAt(position);
      if (isQuote(c)) {
        int start = position;
        String literal = literal();
        if (isValue && depth > 1) {
          continue;
        }
        if (isValue) {
          variables.add(new NamedText(name.toString(), textAt(start, literal)));
          isValue = false;
        } else {
          name.setLength(0);
          name.append(literal);
        }
        continue;
      }
      depth += depthOf(c);
      if (c == ':' && depth == 1) {
        isValue = true;
      } else if (c == ',' && depth == 1) {
        isValue = false;
        name.setLength(0);
      } else if (!isValue && (Character.isLetterOrDigit(c) || c == '_')) {
        name.append(c);
      }
      position++;
    }
    return variables;
  }

  /** Moves to the value of a member; returns false when there is none. */
  private boolean moveBehind(String member) {
    position = 0;
    while (position < text.length()) {
      if (word().equals(member)) {
        skipBlanks();
        if (text.startsWith(":", position)) {
          position++;
          skipBlanks();
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the name or the literal at the position, and moves behind it; else behind a sign. */
  private String word() {
    int start = position;
    if (isQuote(text.charAt(start))) {
      return literal();
    }
    while (position < text.length() && isNameCharacter(text.charAt(position))) {
      position++;
    }
    position += position == start ? 1 : 0;
    return text.substring(start, position);
  }

  private void skipBlanks() {
    while (position < text.length() && isBlank(text.charAt(position))) {
      position++;
    }
  }

  /** Returns the literal at the position, and moves behind it. */
  private String literal() {
    char quote = text.charAt(position++);
    StringBuilder literal = new StringBuilder();
    while (position < text.length() && text.charAt(position) != quote) {
      isBroken |= text.charAt(position) == '\n' && quote != '`';
      if (text.charAt(position) == '\\' && position + 1 < text.length()) {
        position++;
      }
      literal.append(text.charAt(position++));
    }
    isBroken |= position >= text.length();
    position++;
    return literal.toString();
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c);
  }

  private ConfigText at(int start) {
    return textAt(start, function.text());
  }

  /** Returns a literal of the function. Lines count from the first line of a block scalar. */
  private ConfigText textAt(int start, String literal) {
    int found = Collections.binarySearch(lineStarts, start);
    int index = found < 0 ? -found - 2 : found;
    boolean isBlock = lineStarts.size() > 1;
    return new ConfigText(
        function.parent().orElse(null),
        FUNCTION,
        isBlock ? function.line() + index + 1 : function.line(),
        isBlock ? start - lineStarts.get(index) + 1 : function.column(),
        literal,
        Kind.TEXT);
  }
}
