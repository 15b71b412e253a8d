package io.svc.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rules, and tables of their keywords and contexts. A rule is decoded on first use, because
 * most scans match few keywords.
 *
 * <p>Immutable for its callers and thread-safe: decoding the same line twice gives equal rules, so
 * the cache of decoded rules needs no lock.
 */
public final class RuleIndex {
  private final KeywordTable keywords;
  private final KeywordTable contexts;
  private final IntFunction<String> lines;
  private final @Nullable Rule[] decoded;

  /**
   * Creates an index from the parts that the build computes.
   *
   * @param keywords the lower-case literals of each rule; every match contains at least one
   * @param contexts the lower-case words of each rule; at least one must be in the names around a
   *     value
   * @param size number of rules
   * @param lines returns the line of a rule in the output of {@link #encode}
   */
  public RuleIndex(
      KeywordTable keywords, KeywordTable contexts, int size, IntFunction<String> lines) {
    this.keywords = keywords;
    this.contexts = contexts;
    this.lines = lines;
    this.decoded = new Rule[size];
  }

  /** Reads the output of {@link #encode}. It does not validate the text. */
  public static RuleIndex parse(String text) {
    return of(TabSeparatedLines.of(text).stream().map(RuleIndex::decode).toList());
  }

  /** Returns the index of the given rules, in their order. */
  public static RuleIndex of(List<Rule> rules) {
    List<String> lines = TabSeparatedLines.of(encode(rules));
    return new RuleIndex(
        KeywordTable.of(rules.stream().map(Rule::keywords).toList()),
        KeywordTable.of(rules.stream().map(Rule::context).toList()),
        rules.size(),
        lines::get);
  }

  /** Returns this index with further rules after its own. */
  public RuleIndex with(List<Rule> more) {
    List<Rule> all = new ArrayList<>();
    for (int number = 0; number < size(); number++) {
      all.add(rule(number));
    }
    all.addAll(more);
    return of(all);
  }

  /** Returns the number of rules. They are numbered from 0. */
  public int size() {
    return decoded.length;
  }

  /** Returns the table of the keywords; its owners are numbers of rules. */
  public KeywordTable keywords() {
    return keywords;
  }

  /** Returns the table of the words in the context; its owners are numbers of rules. */
  public KeywordTable contexts() {
    return contexts;
  }

  /** Returns a complete rule. */
  public Rule rule(int number) {
    Rule rule = decoded[number];
    if (rule == null) {
      rule = decode(lines.apply(number));
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

  private static Rule decode(String line) {
    List<String> fields = TabSeparatedLines.split(line, TabSeparatedLines.FIELD);
    return new Rule(
        fields.get(3),
        fields.get(4),
        Severity.ofLabel(fields.get(5)).orElseThrow(),
        TabSeparatedLines.items(fields.get(0)),
        TabSeparatedLines.items(fields.get(1)),
        TabSeparatedLines.items(fields.get(2)),
        fields.get(6),
        Integer.parseInt(fields.get(7)),
        Double.parseDouble(fields.get(8)),
        TabSeparatedLines.constant(Rule.StructureTest.values(), fields.get(9)),
        fields.get(10),
        fields.get(11));
  }
}
