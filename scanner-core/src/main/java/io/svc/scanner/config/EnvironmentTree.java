package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads an environment file into a tree with one member for each name: {@code NAME=value} lines in
 * the notation of dotenv, INI files such as {@code .npmrc} and {@code .pypirc}, and {@code .netrc}.
 * A file of any content is read in one pass. Lines in another notation become the member {@link
 * #OTHER_LINES}, and comments the member {@link #COMMENTS}: a secret in a comment is one, too.
 */
final class EnvironmentTree {
  /** Name of the member with the lines that are no assignments. */
  static final String OTHER_LINES = "(other lines)";

  /** Name of the member with the comments. */
  static final String COMMENTS = "(comments)";

  /** The notations of environment files. */
  private enum Notation {
    DOTENV,
    INI,
    NETRC
  }

  private static final String EXPORT = "export";

  private final String text;
  private final ConfigObject root;
  private @Nullable ConfigList otherLines;
  private @Nullable ConfigList comments;
  private int position;
  private int line = 1;
  private int lineStart;

  private EnvironmentTree(String text, ConfigObject root) {
    this.text = text;
    this.root = root;
  }

  /**
   * Returns the root of a text.
   *
   * @param fileName determines the notation; dotenv for an unknown name
   * @param notes receives a note about text that is searched for secrets only
   */
  static ConfigObject of(String fileName, String text, List<String> notes) {
    return of(fileName, text, new ConfigObject(null, "", 1, 1), notes);
  }

  /**
   * Adds the names of a text to an object.
   *
   * @param root receives the members and is returned
   */
  static ConfigObject of(String fileName, String text, ConfigObject root, List<String> notes) {
    EnvironmentTree tree = new EnvironmentTree(text, root);
    switch (notationOf(fileName.toLowerCase(Locale.ROOT))) {
      case DOTENV -> tree.readAssignments();
      case INI -> tree.readSections(fileName.toLowerCase(Locale.ROOT).endsWith("npmrc"));
      case NETRC -> tree.readMachines(notes);
    }
    if (tree.comments != null) {
      tree.root.add(new Member(COMMENTS, tree.comments.line(), 1, tree.comments));
    }
    if (tree.otherLines != null) {
      tree.root.add(new Member(OTHER_LINES, tree.otherLines.line(), 1, tree.otherLines));
      int count = tree.otherLines.elements().size();
      notes.add(
          count
              + (count == 1 ? " line is" : " lines are")
              + " not in the notation of the file and searched only for secrets");
    }
    return tree.root;
  }

  private static Notation notationOf(String name) {
    if (name.endsWith("netrc")) {
      return Notation.NETRC;
    }
    boolean isIni =
        name.endsWith("npmrc")
            || name.endsWith("pypirc")
            || name.endsWith(".ini")
            || name.endsWith(".conf")
            || name.endsWith(".cfg");
    return isIni ? Notation.INI : Notation.DOTENV;
  }

  private void readAssignments() {
    // The last occurrence of each quote: without it, an open quote would search the rest each time.
    int lastSingle = text.lastIndexOf('\'');
    int lastDouble = text.lastIndexOf('"');
    int lastBacktick = text.lastIndexOf('`');
    while (position < text.length()) {
      skipBlanks();
      int end = endOfLine(position);
      if (position == end || text.charAt(position) == '#') {
        addComment(position, end);
        nextLine(end);
        continue;
      }
      int start = afterExport(end);
      int nameEnd = endOfName(start, end);
      int separator = separatorAt(nameEnd, end);
      if (separator < 0) {
        addUnnamed(start, nameEnd, end);
        continue;
      }
      String name = text.substring(start, nameEnd);
      int nameColumn = start - lineStart + 1;
      position = separator + 1;
      skipBlanks();
      char quote = position < end ? text.charAt(position) : 0;
      int last = quote == '\'' ? lastSingle : quote == '"' ? lastDouble : lastBacktick;
      boolean isQuoted = (quote == '\'' || quote == '"' || quote == '`') && last > position;
      if (!isQuoted || !addQuoted(name, nameColumn, quote, last)) {
        addPlain(name, nameColumn, end);
        nextLine(end);
      }
    }
  }

  /** Adds a name without a value, which passes a variable on, or a line in another notation. */
  private void addUnnamed(int start, int nameEnd, int end) {
    boolean isPassedOn = nameEnd > start && text.substring(nameEnd, end).isBlank();
    int equals = text.substring(start, end).indexOf('=');
    if (!isPassedOn && equals > 0) {
      String name = text.substring(start, start + equals).strip();
      int column = start - lineStart + 1;
      position = start + equals + 1;
      skipBlanks();
      addPlain(name, column, end);
    } else if (!isPassedOn) {
      addOther(start, end);
    }
    nextLine(end);
  }

  private int afterExport(int end) {
    int after = position + EXPORT.length();
    boolean isExport = text.startsWith(EXPORT, position) && after < end && isBlank(after);
    if (!isExport) {
      return position;
    }
    while (after < end && isBlank(after)) {
      after++;
    }
    return after;
  }

  private int endOfName(int start, int end) {
    int at = start;
    while (at < end && isNameCharacter(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Returns the index of {@code =}, or of a colon before a blank; -1 without one after a name. */
  private int separatorAt(int nameEnd, int end) {
    int at = nameEnd;
    while (at < end && isBlank(at)) {
      at++;
    }
    boolean isNamed = nameEnd > 0 && isNameCharacter(text.charAt(nameEnd - 1));
    if (!isNamed || at >= end) {
      return -1;
    }
    boolean isColon = text.charAt(at) == ':' && at == nameEnd && at + 1 < end && isBlank(at + 1);
    return text.charAt(at) == '=' || isColon ? at : -1;
  }

  /** Adds a quoted value, which may have several lines; false if the quote is not closed. */
  private boolean addQuoted(String name, int nameColumn, char quote, int last) {
    StringBuilder value = new StringBuilder();
    int at = position + 1;
    while (at <= last && text.charAt(at) != quote) {
      char c = text.charAt(at);
      if (quote == '"' && c == '\\' && at < last) {
        at++;
        value.append(unescaped(text.charAt(at)));
      } else {
        value.append(c);
      }
      at++;
    }
    if (at > last) {
      return false;
    }
    int end = endOfLine(at);
    String rest = text.substring(at + 1, end).strip();
    boolean isComment = rest.startsWith("#");
    // Shells join the parts: 'a'"b".
    value.append(isComment ? "" : rest);
    add(root, name, nameColumn, position, value.toString());
    for (int i = position; i < at; i++) {
      if (isLineEnd(i)) {
        line++;
        lineStart = i + 1;
      }
    }
    if (isComment) {
      addComment(text.indexOf('#', at), end);
    }
    nextLine(end);
    return true;
  }

  private static String unescaped(char c) {
    return switch (c) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case '"', '\\', '$', '`', '\'' -> String.valueOf(c);
      default -> "\\" + c;
    };
  }

  /** Adds a value without quotes, which ends at a comment after a blank. */
  private void addPlain(String name, int nameColumn, int end) {
    int comment = position;
    while (comment < end
        && (text.charAt(comment) != '#' || (comment > position && !isBlank(comment - 1)))) {
      comment++;
    }
    add(root, name, nameColumn, position, text.substring(position, comment).strip());
    addComment(comment, end);
  }

  private void addComment(int start, int end) {
    if (start < end) {
      comments = comments == null ? new ConfigList(root, COMMENTS, line, 1) : comments;
      addLine(comments, start, end);
    }
  }

  /**
   * Reads an INI file.
   *
   * @param isNpm whether only an equals sign separates name and value: npm's names contain colons
   */
  private void readSections(boolean isNpm) {
    ConfigObject section = root;
    while (position < text.length()) {
      skipBlanks();
      int end = endOfLine(position);
      String content = text.substring(position, end).strip();
      int separator = separatorIn(content, isNpm);
      if (content.startsWith("[") && content.endsWith("]")) {
        section = addObject(content.substring(1, content.length() - 1).strip(), position);
      } else if (separator > 0) {
        String name = content.substring(0, separator).strip();
        int nameColumn = position - lineStart + 1;
        position += separator + 1;
        skipBlanks();
        String value = withoutQuotes(text.substring(position, end).strip());
        add(section, name, nameColumn, position, value);
      } else if (!content.isEmpty() && "#;".indexOf(content.charAt(0)) < 0) {
        addOther(position, end);
      } else {
        addComment(position, end);
      }
      nextLine(end);
    }
  }

  private static int separatorIn(String content, boolean isNpm) {
    if (content.isEmpty() || "#;[".indexOf(content.charAt(0)) >= 0) {
      return -1;
    }
    int equals = content.indexOf('=');
    int colon = isNpm ? -1 : content.indexOf(':');
    return equals < 0 || (colon > 0 && colon < equals) ? colon : equals;
  }

  private static String withoutQuotes(String value) {
    char first = value.isEmpty() ? 0 : value.charAt(0);
    boolean isQuoted =
        value.length() > 1
            && (first == '"' || first == '\'')
            && value.charAt(value.length() - 1) == first;
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }

  /** Reads the words of a netrc file: pairs of names and values after {@code machine host}. */
  private void readMachines(List<String> notes) {
    ConfigObject machine = root;
    boolean hasMacros = false;
    String name = "";
    int nameColumn = 1;
    while (true) {
      while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
        if (isLineEnd(position)) {
          line++;
          lineStart = position + 1;
        }
        position++;
      }
      if (position >= text.length()) {
        break;
      }
      int start = position;
      if (text.charAt(start) == '#' && name.isEmpty()) {
        position = endOfLine(start);
        addComment(start, position);
        continue;
      }
      String word = word();
      if (!name.isEmpty()) {
        if (name.equals("machine")) {
          machine = addObject(word, start);
        } else {
          add(machine, name, nameColumn, start, word);
        }
        name = "";
      } else if (word.equals("default")) {
        machine = addObject(word, start);
      } else if (word.equals("macdef")) {
        hasMacros = true;
        skipMacro();
      } else {
        name = word;
        nameColumn = start - lineStart + 1;
      }
    }
    if (hasMacros) {
      notes.add("macros (macdef) were not examined");
    }
  }

  /** Reads a word, which quotes may surround. */
  private String word() {
    int start = position;
    char quote = text.charAt(start) == '"' ? '"' : 0;
    StringBuilder word = new StringBuilder();
    int at = quote == 0 ? start : start + 1;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean isEnd = quote == 0 ? Character.isWhitespace(c) : c == quote || isLineEnd(at);
      if (isEnd) {
        break;
      }
      boolean isEscaped = c == '\\' && at + 1 < text.length() && !isLineEnd(at + 1);
      at += isEscaped ? 1 : 0;
      word.append(text.charAt(at));
      at++;
    }
    at += quote != 0 && at < text.length() && text.charAt(at) == quote ? 1 : 0;
    position = at;
    return word.toString();
  }

  /** A macro ends at an empty line. */
  private void skipMacro() {
    while (position < text.length()) {
      int end = endOfLine(position);
      boolean isBlank = text.substring(position, end).isBlank();
      nextLine(end);
      if (isBlank) {
        return;
      }
    }
  }

  private ConfigObject addObject(String name, int start) {
    int column = start - lineStart + 1;
    ConfigObject child = new ConfigObject(root, name, line, column);
    root.add(new Member(name, line, column, child));
    return child;
  }

  private void add(ConfigObject parent, String name, int nameColumn, int start, String value) {
    ConfigText text = new ConfigText(parent, name, line, start - lineStart + 1, value, Kind.TEXT);
    parent.add(new Member(name, line, nameColumn, text));
  }

  private void addOther(int start, int end) {
    otherLines = otherLines == null ? new ConfigList(root, OTHER_LINES, line, 1) : otherLines;
    addLine(otherLines, start, end);
  }

  private void addLine(ConfigList lines, int start, int end) {
    String index = Integer.toString(lines.elements().size());
    int column = start - lineStart + 1;
    lines.add(new ConfigText(lines, index, line, column, text.substring(start, end), Kind.TEXT));
  }

  private void skipBlanks() {
    while (position < text.length() && isBlank(position)) {
      position++;
    }
  }

  private boolean isBlank(int index) {
    char c = text.charAt(index);
    return c == ' ' || c == '\t';
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-';
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }

  /** Returns true at the last character of a line end: LF, CR LF or CR. */
  private boolean isLineEnd(int index) {
    char c = text.charAt(index);
    boolean isBeforeFeed = index + 1 < text.length() && text.charAt(index + 1) == '\n';
    return c == '\n' || (c == '\r' && !isBeforeFeed);
  }

  private void nextLine(int end) {
    int next = end;
    next += text.startsWith("\r\n", next) ? 2 : next < text.length() ? 1 : 0;
    if (next > end) {
      line++;
      lineStart = next;
    }
    position = next;
  }
}
