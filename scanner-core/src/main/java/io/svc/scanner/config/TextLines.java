package io.svc.scanner.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a text for the model that checks examine. Limits bound the time for a text of any
 * size; all lines are searched for secrets.
 *
 * @param lines lines that are not blank, cut off at the limit for a line
 * @param rest the part that is not examined; empty for nearly every file
 */
record TextLines(List<ConfigText> lines, Optional<UnexaminedSection> rest) {
  /** Maximum number of characters of a text that are examined: more than any real file has. */
  static final int MAX_TEXT = 1 << 20;

  /** Maximum number of characters of a line that are examined. */
  static final int MAX_LINE = 1 << 14;

  /** Returns the lines of a file; none for a configuration. */
  static TextLines of(ConfigObject file) {
    for (String name : List.of(MarkdownTree.BODY, MarkdownTree.SCRIPT)) {
      if (file.findPart(name).orElse(null) instanceof ConfigList list) {
        return of(name, list);
      }
    }
    return new TextLines(List.of(), Optional.empty());
  }

  private static TextLines of(String name, ConfigList list) {
    List<ConfigText> lines = new ArrayList<>(list.elements().size());
    Optional<UnexaminedSection> rest = Optional.empty();
    int length = 0;
    for (ConfigNode element : list.elements()) {
      if (!(element instanceof ConfigText line)) {
        continue;
      }
      int size = Math.min(line.text().length(), MAX_LINE);
      if (length + size > MAX_TEXT) {
        return new TextLines(lines, rest(name, line, "the lines from line " + line.line() + " on"));
      }
      if (size < line.text().length()) {
        rest =
            rest.isPresent()
                ? rest
                : rest(name, line, "the end of line " + line.line() + " and of longer lines");
      }
      lines.add(size < line.text().length() ? line.withText(line.text().substring(0, size)) : line);
      length += size;
    }
    return new TextLines(lines, rest);
  }

  private static Optional<UnexaminedSection> rest(String name, ConfigText line, String part) {
    return Optional.of(new UnexaminedSection(name, line.line(), part));
  }
}
