package io.svc.scanner.redact;

import io.svc.rules.KeywordTable;
import io.svc.rules.Rule;
import io.svc.rules.RuleIndex;
import io.svc.rules.catalog.RuleCatalog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Applies the rules to texts. Keywords select the rules, a rule's pattern runs only in a window
 * around its keywords, and patterns are compiled on first use.
 *
 * <p>Thread-safe: compiling a pattern twice is harmless.
 */
public final class SecretFormatMatcher {
  /** Maximum length of a secret without a keyword of its format. */
  private static final int LONGEST_WITHOUT_KEYWORD = 4_096;

  /** Minimum length of formats that only the context identifies. */
  private static final int SHORTEST_WITHOUT_KEYWORD = 14;

  private final RuleIndex rules;
  private final @Nullable TokenPattern[] tokens;
  private final @Nullable Pattern[] patterns;
  private final HarmlessValues harmless = new HarmlessValues();

  /** Returns the formats of the shipped rules; loaded once per process, on first use. */
  public static SecretFormatMatcher bundled() {
    return BundledFormats.FORMATS;
  }

  private static final class BundledFormats {
    private static final SecretFormatMatcher FORMATS =
        new SecretFormatMatcher(RuleCatalog.bundled());
  }

  /** Creates the formats of rules. */
  public SecretFormatMatcher(RuleIndex rules) {
    this.rules = rules;
    this.tokens = new TokenPattern[rules.size()];
    this.patterns = new Pattern[rules.size()];
  }

  /**
   * The names around fields: the names of their server, its package and its host. They are computed
   * once, and only if a value could be a secret that only its context identifies.
   */
  public abstract static class Context {
    /** An empty context. */
    public static final Context NONE =
        new Context() {
          @Override
          protected String names() {
            return "";
          }
        };

    private int @Nullable [] called;
    private int uses;

    /** Returns the names, in any order. */
    protected abstract String names();

    /** Returns how often a result depended on the names; not counted for {@link #NONE}. */
    final int uses() {
      return uses;
    }
  }

  /** Returns the values without a secret in these formats. */
  HarmlessValues harmless() {
    return harmless;
  }

  private int[] calledBy(Context context) {
    context.uses += context == Context.NONE ? 0 : 1;
    if (context.called == null) {
      context.called = calledBy(context.names());
    }
    return context.called;
  }

  private int[] calledBy(String names) {
    MatchedRules called = new MatchedRules();
    rules.contexts().scan(names, called);
    return called.numbers;
  }

  private static final class MatchedRules implements KeywordTable.MatchHandler {
    private int[] numbers = {};

    @Override
    public void at(int owner, int position) {
      numbers = Arrays.copyOf(numbers, numbers.length + 1);
      numbers[numbers.length - 1] = owner;
    }
  }

  /** Returns the secrets in a text outside of fields. */
  public List<SecretMatch> find(String text) {
    return find(text, "", Context.NONE);
  }

  /**
   * Returns the secrets in a text, ordered and without overlaps.
   *
   * @param name name of the field with the text; empty when it has none
   * @param context context of the field
   */
  public List<SecretMatch> find(String text, String name, Context context) {
    Candidates candidates = new Candidates(rules.size(), text.length());
    rules.keywords().scan(text, candidates);
    boolean mayLackKeyword =
        text.length() >= SHORTEST_WITHOUT_KEYWORD && text.length() <= LONGEST_WITHOUT_KEYWORD;
    if (mayLackKeyword && FieldName.of(name).denotesValue()) {
      candidates.addContext(calledBy(context));
      candidates.addContext(calledBy(name));
    }
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<SecretMatch> matches = new ArrayList<>();
    FieldName fieldName = FieldName.of(name);
    search(candidates, new Searched(text, text, fieldName, matches));
    String unescaped = withoutEscapes(text);
    if (unescaped != null) {
      search(candidates, new Searched(text, unescaped, fieldName, matches));
    }
    return withoutOverlaps(matches);
  }

  private void search(Candidates candidates, Searched searched) {
    for (int candidate = 0; candidate < candidates.count(); candidate++) {
      int number = candidates.number(candidate);
      Rule rule = rules.rule(number);
      if (!rule.nameLike().isEmpty() && !searched.name.hasAny(rule.nameLike())) {
        continue;
      }
      if (!rule.context().isEmpty() && !candidates.hasContext(candidate)) {
        continue;
      }
      if (rule.keywords().isEmpty()) {
        match(number, rule, searched, 0, searched.text.length());
      } else {
        for (int[] region : candidates.regions(candidate, rule.window())) {
          match(number, rule, searched, region[0], region[1]);
        }
      }
    }
  }

  private void match(int number, Rule rule, Searched searched, int from, int to) {
    TokenPattern token = tokens[number];
    if (token == null && patterns[number] == null) {
      token = TokenPattern.of(rule.pattern());
      tokens[number] = token;
      patterns[number] = token == null ? Pattern.compile(rule.pattern()) : null;
    }
    if (token != null) {
      int[] match = token.find(searched.text, from, to);
      while (match != null) {
        add(rule, searched, match[0], match[1]);
        match = token.find(searched.text, match[1], to);
      }
      return;
    }
    Matcher matcher = patterns[number].matcher(searched.text).region(from, to);
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    while (matcher.find()) {
      add(rule, searched, matcher.start(1), matcher.end(1));
    }
  }

  private static void add(Rule rule, Searched searched, int start, int end) {
    String secret = searched.original.substring(start, end);
    EvidenceInput input = EvidenceInput.match(rule, secret, searched.name);
    SecretEvidence evidence = SecretEvidence.of(input);
    if (evidence.isForSecret()) {
      boolean isDoubted = input.verdict() == SecretStructureChecker.Verdict.DOUBTED;
      Optional<SecretNote> note =
          evidence.isVerified()
              ? Optional.ofNullable(SecretStructureChecker.noteOf(rule.structureTest(), secret))
              : Optional.empty();
      searched.matches.add(new SecretMatch(rule, start, end, evidence, isDoubted, note));
    }
  }

  /**
   * A text to search.
   *
   * @param original the complete text
   * @param text the text that patterns read, of the same length
   * @param matches the matches so far
   */
  private record Searched(
      String original, String text, FieldName name, List<SecretMatch> matches) {}

  /**
   * Replaces the letters of written-out line breaks and tabs, such as {@code \n}, by a blank. A
   * pattern would take them for the character before a token. Returns null when there are none.
   */
  static @Nullable String withoutEscapes(String text) {
    int backslash = text.indexOf('\\');
    if (backslash < 0) {
      return null;
    }
    char[] characters = null;
    while (backslash >= 0 && backslash + 1 < text.length()) {
      char c = text.charAt(backslash + 1);
      if (c == 'n' || c == 'r' || c == 't') {
        characters = characters == null ? text.toCharArray() : characters;
        characters[backslash + 1] = ' ';
      }
      backslash = text.indexOf('\\', backslash + 1);
    }
    return characters == null ? null : new String(characters);
  }

  /**
   * Selects the best of overlapping matches: verified ones first, then those identified by their
   * own text, then the longest.
   */
  private static List<SecretMatch> withoutOverlaps(List<SecretMatch> matches) {
    if (matches.size() < 2) {
      return matches;
    }
    matches.sort(
        (a, b) -> {
          int order = Boolean.compare(b.isVerified(), a.isVerified());
          if (order == 0) {
            order = Boolean.compare(a.rule().keywords().isEmpty(), b.rule().keywords().isEmpty());
          }
          if (order == 0) {
            order = Integer.compare(b.end() - b.start(), a.end() - a.start());
          }
          return order != 0 ? order : a.rule().id().compareTo(b.rule().id());
        });
    TreeMap<Integer, SecretMatch> nonOverlapping = new TreeMap<>();
    for (SecretMatch match : matches) {
      Map.Entry<Integer, SecretMatch> before = nonOverlapping.floorEntry(match.start());
      Map.Entry<Integer, SecretMatch> next = nonOverlapping.ceilingEntry(match.start());
      boolean isFree =
          (before == null || !match.overlaps(before.getValue()))
              && (next == null || !match.overlaps(next.getValue()));
      if (isFree) {
        nonOverlapping.put(match.start(), match);
      }
    }
    return new ArrayList<>(nonOverlapping.values());
  }

  /** The candidate rules for a text and the positions of their keywords. */
  private static final class Candidates implements KeywordTable.MatchHandler {
    /** Up to this number of rules, comparing is faster than an index. */
    private static final int FEW = 16;

    private static final int[] NONE = {};

    private final int size;
    private final int textLength;

    /** The rules in the order of their first keywords, and whether the context names them. */
    private int[] numbers = NONE;

    private boolean @Nullable [] inContext;
    private int count;

    /** For each candidate, the index of its first and of its last hit, plus one; 0 without one. */
    private int[] first = NONE;

    private int[] last = NONE;

    /** For each hit, the position of the keyword and the index of the rule's next hit, plus one. */
    private int[] positions = NONE;

    private int[] next = NONE;
    private int hits;

    /** The candidates plus one, by their rules. */
    private int @Nullable [] index;

    Candidates(int size, int textLength) {
      this.size = size;
      this.textLength = textLength;
    }

    boolean isEmpty() {
      return count == 0;
    }

    int count() {
      return count;
    }

    int number(int candidate) {
      return numbers[candidate];
    }

    boolean hasContext(int candidate) {
      return inContext != null && inContext[candidate];
    }

    @Override
    public void at(int number, int position) {
      int candidate = add(number);
      if (hits == positions.length) {
        positions = Arrays.copyOf(positions, Math.max(4, 2 * hits));
        next = Arrays.copyOf(next, positions.length);
      }
      positions[hits] = position;
      hits++;
      if (last[candidate] == 0) {
        first[candidate] = hits;
      } else {
        next[last[candidate] - 1] = hits;
      }
      last[candidate] = hits;
    }

    void addContext(int[] called) {
      for (int number : called) {
        int candidate = add(number);
        if (inContext == null || inContext.length < numbers.length) {
          inContext =
              inContext == null
                  ? new boolean[numbers.length]
                  : Arrays.copyOf(inContext, numbers.length);
        }
        inContext[candidate] = true;
      }
    }

    /**
     * Returns the windows around a candidate's keywords, merged where they overlap, so that each
     * position is tried once.
     */
    List<int[]> regions(int candidate, int window) {
      List<int[]> merged = new ArrayList<>(1);
      int[] before = null;
      for (int hit = first[candidate]; hit > 0; hit = next[hit - 1]) {
        int from = Math.max(0, positions[hit - 1] - window);
        int to = Math.min(textLength, positions[hit - 1] + window);
        if (before != null && from <= before[1]) {
          before[1] = to;
        } else {
          before = new int[] {from, to};
          merged.add(before);
        }
      }
      return merged;
    }

    /** Returns the candidate of a rule, which is added if it is new. */
    private int add(int number) {
      int known = indexOf(number);
      if (known >= 0) {
        return known;
      }
      if (count == numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.max(4, 2 * count));
        first = Arrays.copyOf(first, numbers.length);
        last = Arrays.copyOf(last, numbers.length);
      }
      numbers[count] = number;
      count++;
      if (count > FEW) {
        addToIndex();
      }
      return count - 1;
    }

    private int indexOf(int number) {
      if (index != null) {
        return index[number] - 1;
      }
      for (int i = 0; i < count; i++) {
        if (numbers[i] == number) {
          return i;
        }
      }
      return -1;
    }

    private void addToIndex() {
      if (index == null) {
        index = new int[size];
        for (int i = 0; i < count; i++) {
          index[numbers[i]] = i + 1;
        }
      }
      index[numbers[count - 1]] = count;
    }
  }
}
