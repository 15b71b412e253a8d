package io.svc.scanner.config;

import io.svc.scanner.config.ConfigText.Kind;
import java.util.ArrayList;
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

  private final ConfigText function;
  private final String text;
  private int position;

  private SmitheryFile(ConfigText function) {
    this.function = function;
    this.text = function.text();
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
    for (int i = text.indexOf(member); i >= 0; i = text.indexOf(member, i + 1)) {
      int end = i + member.length();
      boolean isWord = i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1));
      while (end < text.length() && (isQuote(text.charAt(end)) || isBlank(text.charAt(end)))) {
        end++;
      }
      if (isWord && end < text.length() && text.charAt(end) == ':') {
        position = end + 1;
        while (position < text.length() && isBlank(text.charAt(position))) {
          position++;
        }
        return true;
      }
    }
    return false;
  }

  /** Returns the literal at the position, and moves behind it. */
  private String literal() {
    char quote = text.charAt(position++);
    StringBuilder literal = new StringBuilder();
    while (position < text.length() && text.charAt(position) != quote) {
      if (text.charAt(position) == '\\' && position + 1 < text.length()) {
        position++;
      }
      literal.append(text.charAt(position++));
    }
    position++;
    return literal.toString();
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c);
  }

  private ConfigText at(int start) {
    return textAt(start, text);
  }

  /** Returns a literal of the function. Lines count from the first line of a block scalar. */
  private ConfigText textAt(int start, String literal) {
    int line = function.line();
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0 && i < start; i = text.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    boolean isBlock = text.indexOf('\n') >= 0;
    return new ConfigText(
        function.parent().orElse(null),
        FUNCTION,
        isBlock ? line + 1 : line,
        isBlock ? start - lineStart + 1 : function.column(),
        literal,
        Kind.TEXT);
  }
}
