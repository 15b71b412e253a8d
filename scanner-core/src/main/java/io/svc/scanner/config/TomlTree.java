package io.svc.scanner.config;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/**
 * A TOML document. A value in a table has the location of its key; an element has its own location.
 */
final class TomlTree {
  private final TextColumns columns;

  private TomlTree(String text) {
    this.columns = new TextColumns(text);
  }

  /** Returns the root table of a TOML text. */
  static ConfigNode ofToml(String text) throws UnreadableConfigException {
    // The parser is recursive: deeply nested brackets would overflow the stack.
    requireShallow(deepestBracket(text));
    TomlParseResult result = Toml.parse(text);
    if (result.hasErrors()) {
      TomlPosition position = result.errors().get(0).position();
      throw new UnreadableConfigException(
          "not valid TOML (line " + position.line() + ", column " + position.column() + ")");
    }
    return new TomlTree(text).table(result, null, "", TomlPosition.positionAt(1, 1), 0);
  }

  private ConfigObject table(
      TomlTable table, @Nullable ConfigNode parent, String key, TomlPosition location, int depth)
      throws UnreadableConfigException {
    requireShallow(depth);
    ConfigObject object = new ConfigObject(parent, key, location.line(), column(location));
    for (String name : table.keySet()) {
      List<String> path = List.of(name);
      TomlPosition position = table.inputPositionOf(path);
      TomlPosition reportedPosition = position == null ? location : position;
      ConfigNode value =
          value(requireNonNull(table.get(path)), object, name, reportedPosition, depth);
      object.add(new Member(name, reportedPosition.line(), column(reportedPosition), value));
    }
    return object;
  }

  private ConfigNode value(
      Object value, @Nullable ConfigNode parent, String key, TomlPosition position, int depth)
      throws UnreadableConfigException {
    if (value instanceof TomlTable table) {
      return table(table, parent, key, position, depth + 1);
    }
    if (value instanceof TomlArray array) {
      requireShallow(depth);
      ConfigList list = new ConfigList(parent, key, position.line(), column(position));
      for (int i = 0; i < array.size(); i++) {
        list.add(
            value(
                array.get(i),
                list,
                Integer.toString(i),
                requireNonNull(array.inputPositionOf(i)),
                depth + 1));
      }
      return list;
    }
    Kind kind =
        value instanceof Boolean ? Kind.BOOLEAN : value instanceof Number ? Kind.NUMBER : Kind.TEXT;
    return new ConfigText(parent, key, position.line(), column(position), value.toString(), kind);
  }

  private int column(TomlPosition position) {
    return columns.inUtf16(position.line(), position.column());
  }

  /** Returns the maximum nesting of brackets outside of strings and comments. */
  private static int deepestBracket(String text) {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '#') {
        i = endOf("\n", text, i);
      } else if (c == '"' || c == '\'') {
        i = endOfString(text, i);
      } else if (c == '[' || c == '{') {
        deepest = Math.max(deepest, ++depth);
      } else if ((c == ']' || c == '}') && depth > 0) {
        depth--;
      }
    }
    return deepest;
  }

  /** Returns the index of the last character of the string that starts at an index. */
  private static int endOfString(String text, int start) {
    String quote = text.substring(start, start + 1);
    if (text.startsWith(quote.repeat(3), start)) {
      return endOf(quote.repeat(3), text, start + 2);
    }
    for (int i = start + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote.equals("\"")) {
        i++;
      } else if (c == quote.charAt(0) || c == '\n') {
        return i;
      }
    }
    return text.length();
  }

  private static int endOf(String mark, String text, int from) {
    int end = text.indexOf(mark, from + 1);
    return end < 0 ? text.length() : end + mark.length() - 1;
  }

  private static void requireShallow(int depth) throws UnreadableConfigException {
    if (depth > JsonTree.MAX_DEPTH) {
      throw new UnreadableConfigException(
          "values are nested deeper than " + JsonTree.MAX_DEPTH + " levels");
    }
  }
}
