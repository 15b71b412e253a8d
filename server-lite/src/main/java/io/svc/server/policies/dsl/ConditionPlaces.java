package io.svc.server.policies.dsl;

import java.util.List;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Maps positions in a condition to the document. Exact for text on one line and for blocks after
 * {@code |}; for folded or escaped YAML it is the start of the text.
 */
final class ConditionPlaces {
  private final List<String> lines;
  private final ScalarNode node;
  private final SourcePosition start;

  ConditionPlaces(String document, ScalarNode node) {
    this.lines = document.lines().toList();
    this.node = node;
    this.start = SourcePosition.of(node);
  }

  SourcePosition of(Conditions.Issue issue) {
    if (issue.line() < 1) {
      return start;
    }
    if (node.getScalarStyle() == ScalarStyle.LITERAL) {
      return inBlock(issue);
    }
    int opening = node.getScalarStyle() == ScalarStyle.PLAIN ? 0 : 1;
    return issue.line() == 1 && isWrittenAsRead(opening)
        ? new SourcePosition(
            start.line(), start.column() + opening + leadingBlanks() + issue.column())
        : start;
  }

  /** The condition is compiled without surrounding blanks. */
  private int leadingBlanks() {
    String value = node.getValue();
    return (int) value.codePoints().takeWhile(Character::isWhitespace).count();
  }

  private boolean isWrittenAsRead(int opening) {
    if (start.line() > lines.size()) {
      return false;
    }
    String line = lines.get(start.line() - 1);
    if (line.codePointCount(0, line.length()) < start.column() - 1 + opening) {
      return false;
    }
    int from = line.offsetByCodePoints(0, start.column() - 1 + opening);
    return line.startsWith(node.getValue(), from);
  }

  /** The content begins on the line after the bar, with the same indentation on all lines. */
  private SourcePosition inBlock(Conditions.Issue issue) {
    List<String> content = node.getValue().lines().toList();
    int blank = 0;
    while (blank < content.size() && content.get(blank).isBlank()) {
      blank++;
    }
    int within = blank + issue.line() - 1;
    int line = start.line() + within;
    if (within >= content.size() || line >= lines.size()) {
      return start;
    }
    String written = lines.get(line);
    int indentation = written.length() - content.get(within).length();
    int stripped = issue.line() == 1 ? indentOf(content.get(within)) : 0;
    return indentation < 0
        ? start
        : new SourcePosition(line + 1, indentation + stripped + issue.column() + 1);
  }

  private static int indentOf(String text) {
    return (int) text.chars().takeWhile(Character::isWhitespace).count();
  }
}
