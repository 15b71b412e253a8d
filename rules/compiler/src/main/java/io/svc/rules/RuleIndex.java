package io.svc.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules in the compact text that the build creates from the rule files, one line each. Only
 * keywords and contexts are read at first. A rule is decoded on first use, because most scans match
 * none of its keywords.
 *
 * <p>Immutable for its callers and thread-safe: decoding the same line twice gives equal rules, so
 * the cache of decoded rules needs no lock.
 */
public final class RuleIndex {
  private final List<String> lines;
  private final Rule[] decoded;

  private RuleIndex(List<String> lines) {
    this.lines = lines;
    this.decoded = new Rule[lines.size()];
  }

  /**
   * Reads the output of {@link #encode}. It does not validate the text, which our own build
   * creates.
   */
  public static RuleIndex parse(String text) {
    return new RuleIndex(TabSeparatedLines.of(text));
  }

  /** Returns the index of the given rules, in their order. */
  public static RuleIndex of(List<Rule> rules) {
    return parse(encode(rules));
  }

  /** Returns this index with further rules after its own. */
  public RuleIndex with(List<Rule> more) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(TabSeparatedLines.of(encode(more)));
    return new RuleIndex(all);
  }

  /** Returns the number of rules. They are numbered from 0. */
  public int size() {
    return lines.size();
  }

  /** Returns the lower-case literals of a rule; every match contains at least one. May be empty. */
  public List<String> keywords(int number) {
    return TabSeparatedLines.items(field(number, 0));
  }

  /**
   * Returns the lower-case words of a rule; at least one must be in the names around a value. May
   * be empty.
   */
  public List<String> context(int number) {
    return TabSeparatedLines.items(field(number, 1));
  }

  /** Returns a complete rule. */
  public Rule rule(int number) {
    Rule rule = decoded[number];
    if (rule == null) {
      rule = decode(lines.get(number));
      decoded[number] = rule;
    }
    return rule;
  }

  /** Returns the text of an index: the same rules give the same text. */
  public static String encode(List<Rule> rules) {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules) {
      text.append(
          TabSeparatedLines.line(
              List.of(
                  TabSeparatedLines.field(rule.keywords()),
                  TabSeparatedLines.field(rule.context()),
                  TabSeparatedLines.field(rule.nameLike()),
                  rule.id(),
                  rule.title(),
                  rule.severity().name(),
                  rule.pattern(),
                  Integer.toString(rule.window()),
                  Double.toString(rule.minEntropy()),
                  rule.structureTest().name(),
                  rule.mask(),
                  rule.remediation())));
    }
    return text.toString();
  }

  private String field(int number, int index) {
    String line = lines.get(number);
    int start = 0;
    for (int i = 0; i < index; i++) {
      start = line.indexOf(TabSeparatedLines.FIELD, start) + 1;
    }
    return line.substring(start, line.indexOf(TabSeparatedLines.FIELD, start));
  }

  private static Rule decode(String line) {
    List<String> fields = TabSeparatedLines.split(line, TabSeparatedLines.FIELD);
    return new Rule(
        fields.get(3),
        fields.get(4),
        Severity.valueOf(fields.get(5)),
        TabSeparatedLines.items(fields.get(0)),
        TabSeparatedLines.items(fields.get(1)),
        TabSeparatedLines.items(fields.get(2)),
        fields.get(6),
        Integer.parseInt(fields.get(7)),
        Double.parseDouble(fields.get(8)),
        Rule.StructureTest.valueOf(fields.get(9)),
        fields.get(10),
        fields.get(11));
  }
}
