package io.svc.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules in the compact text that the build makes of the rule files, one line each. Only keywords
 * and contexts are read up front; a rule is decoded when something asks for it, since most scans
 * meet none of its keywords.
 *
 * <p>Immutable for its callers and safe for many threads: decoding the same line twice gives equal
 * rules, so the memory of decoded ones needs no lock.
 */
public final class RuleIndex {
  private final List<String> lines;
  private final Rule[] decoded;

  private RuleIndex(List<String> lines) {
    this.lines = lines;
    this.decoded = new Rule[lines.size()];
  }

  /** Reads what {@link #encode} wrote. Nothing is checked: the text is our own build's. */
  public static RuleIndex parse(String text) {
    return new RuleIndex(Lines.of(text));
  }

  /** The index of given rules, in their order. */
  public static RuleIndex of(List<Rule> rules) {
    return parse(encode(rules));
  }

  /** This index with further rules behind its own. */
  public RuleIndex with(List<Rule> more) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(Lines.of(encode(more)));
    return new RuleIndex(all);
  }

  /** How many rules there are. They are numbered from 0. */
  public int size() {
    return lines.size();
  }

  /** The lower-case literals one of which is part of every match of a rule; may be empty. */
  public List<String> keywords(int number) {
    return Lines.items(field(number, 0));
  }

  /** The lower-case words one of which must stand in the names around a value; may be empty. */
  public List<String> context(int number) {
    return Lines.items(field(number, 1));
  }

  /** A whole rule. */
  public Rule rule(int number) {
    Rule rule = decoded[number];
    if (rule == null) {
      rule = decode(lines.get(number));
      decoded[number] = rule;
    }
    return rule;
  }

  /** The text of an index: the same rules give the same text. */
  public static String encode(List<Rule> rules) {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules) {
      text.append(
          Lines.line(
              List.of(
                  Lines.field(rule.keywords()),
                  Lines.field(rule.context()),
                  Lines.field(rule.nameLike()),
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
      start = line.indexOf(Lines.FIELD, start) + 1;
    }
    return line.substring(start, line.indexOf(Lines.FIELD, start));
  }

  private static Rule decode(String line) {
    List<String> fields = Lines.split(line, Lines.FIELD);
    return new Rule(
        fields.get(3),
        fields.get(4),
        Severity.valueOf(fields.get(5)),
        Lines.items(fields.get(0)),
        Lines.items(fields.get(1)),
        Lines.items(fields.get(2)),
        fields.get(6),
        Integer.parseInt(fields.get(7)),
        Double.parseDouble(fields.get(8)),
        Rule.StructureTest.valueOf(fields.get(9)),
        fields.get(10),
        fields.get(11));
  }
}
