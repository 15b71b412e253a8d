package io.svc.scanner.redact;

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
 * Runs the rules over texts. Keywords choose the rules, a rule's pattern runs only in a window
 * round its keywords, and patterns are compiled when they are first needed.
 *
 * <p>Immutable for its callers and safe for many threads: compiling a pattern twice does no harm.
 */
public final class SecretFormats {
  /** A secret is not longer than this, unless a keyword of its format stands in it. */
  private static final int LONGEST_WITHOUT_KEYWORD = 4_096;

  /** No format that only its surroundings tell is shorter. */
  private static final int SHORTEST_WITHOUT_KEYWORD = 16;

  private final RuleIndex rules;
  private final KeywordGate byValue = new KeywordGate();
  private final KeywordGate byContext = new KeywordGate();
  private final Pattern[] patterns;

  /** The formats of the shipped rules; read once per process, at the first call. */
  public static SecretFormats bundled() {
    return Bundled.FORMATS;
  }

  private static final class Bundled {
    private static final SecretFormats FORMATS = new SecretFormats(RuleCatalog.bundled());
  }

  /** The formats of given rules. */
  public SecretFormats(RuleIndex rules) {
    this.rules = rules;
    for (int number = 0; number < rules.size(); number++) {
      for (String keyword : rules.keywords(number)) {
        byValue.add(keyword, number);
      }
      for (String word : rules.context(number)) {
        byContext.add(word, number);
      }
    }
    this.patterns = new Pattern[rules.size()];
  }

  /**
   * The names around some fields: those of their server, its package and its host. They are asked
   * for once, and only when a field's value could be a secret that nothing but its surroundings
   * tells.
   */
  public abstract static class Context {
    /** Nothing is known of the surroundings. */
    public static final Context NONE =
        new Context() {
          @Override
          protected String names() {
            return "";
          }
        };

    private int @Nullable [] called;

    /** The names, in any order. */
    protected abstract String names();
  }

  private int[] calledBy(Context context) {
    if (context.called == null) {
      context.called = calledBy(context.names());
    }
    return context.called;
  }

  private int[] calledBy(String names) {
    Called called = new Called();
    byContext.scan(names, called);
    return called.numbers;
  }

  private static final class Called implements KeywordGate.Hit {
    private int[] numbers = {};

    @Override
    public void at(int owner, int position) {
      numbers = Arrays.copyOf(numbers, numbers.length + 1);
      numbers[numbers.length - 1] = owner;
    }
  }

  /** The secrets in a text that stands in no field. */
  public List<SecretMatch> find(String text) {
    return find(text, "", Context.NONE);
  }

  /**
   * The secrets in a text, without overlaps, in their order.
   *
   * @param name of the field that holds the text; empty when it has none
   * @param context of the field
   */
  public List<SecretMatch> find(String text, String name, Context context) {
    Candidates candidates = new Candidates(rules.size(), text.length());
    byValue.scan(text, candidates);
    boolean mayLackKeyword =
        text.length() >= SHORTEST_WITHOUT_KEYWORD && text.length() <= LONGEST_WITHOUT_KEYWORD;
    if (mayLackKeyword && FieldName.of(name).holdsValue()) {
      candidates.addContext(calledBy(context));
      candidates.addContext(calledBy(name));
    }
    if (candidates.isEmpty()) {
      return List.of();
    }
    List<SecretMatch> matches = new ArrayList<>();
    for (int number : candidates.numbers()) {
      Rule rule = rules.rule(number);
      if (!rule.nameLike().isEmpty() && !FieldName.of(name).hasAny(rule.nameLike())) {
        continue;
      }
      if (!rule.context().isEmpty() && !candidates.hasContext(number)) {
        continue;
      }
      if (rule.keywords().isEmpty()) {
        match(number, rule, text, 0, text.length(), matches);
      } else {
        for (int[] region : candidates.regions(number, rule.window())) {
          match(number, rule, text, region[0], region[1], matches);
        }
      }
    }
    return withoutOverlaps(matches);
  }

  private void match(
      int number, Rule rule, String text, int from, int to, List<SecretMatch> matches) {
    Matcher matcher = pattern(number, rule).matcher(text).region(from, to);
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    while (matcher.find()) {
      int start = matcher.start(1);
      int end = matcher.end(1);
      String secret = text.substring(start, end);
      Structure.Verdict verdict = Structure.test(rule.structureTest(), secret);
      if (verdict != Structure.Verdict.REFUTED
          && hasEntropy(rule, secret)
          && !DocumentedExamples.isOne(secret)
          && !Placeholders.isPlaceholderOfFormat(behindMask(rule, secret))) {
        boolean isVerified = verdict == Structure.Verdict.CONFIRMED;
        boolean isDoubted = verdict == Structure.Verdict.DOUBTED;
        Optional<SecretNote> note =
            isVerified
                ? Optional.ofNullable(Structure.noteOf(rule.structureTest(), secret))
                : Optional.empty();
        matches.add(new SecretMatch(rule, start, end, isVerified, isDoubted, note));
      }
    }
  }

  private static boolean hasEntropy(Rule rule, String secret) {
    return rule.minEntropy() == 0
        || Randomness.entropy(behindMask(rule, secret)) >= rule.minEntropy();
  }

  private static String behindMask(Rule rule, String secret) {
    return secret.startsWith(rule.mask()) ? secret.substring(rule.mask().length()) : secret;
  }

  private Pattern pattern(int number, Rule rule) {
    Pattern pattern = patterns[number];
    if (pattern == null) {
      pattern = Pattern.compile(rule.pattern());
      patterns[number] = pattern;
    }
    return pattern;
  }

  /**
   * Of matches that share characters the best: verified, then known by its own text, then longest.
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
    TreeMap<Integer, SecretMatch> kept = new TreeMap<>();
    for (SecretMatch match : matches) {
      Map.Entry<Integer, SecretMatch> before = kept.floorEntry(match.start());
      Map.Entry<Integer, SecretMatch> behind = kept.ceilingEntry(match.start());
      boolean isFree =
          (before == null || !match.overlaps(before.getValue()))
              && (behind == null || !match.overlaps(behind.getValue()));
      if (isFree) {
        kept.put(match.start(), match);
      }
    }
    return new ArrayList<>(kept.values());
  }

  /** Which rules a text calls for, and where their keywords stand. */
  private static final class Candidates implements KeywordGate.Hit {
    private final int size;
    private final int textLength;
    private List<int[]> @Nullable [] regions;
    private boolean @Nullable [] inContext;
    private int[] numbers = {};

    Candidates(int size, int textLength) {
      this.size = size;
      this.textLength = textLength;
    }

    boolean isEmpty() {
      return numbers.length == 0;
    }

    int[] numbers() {
      return numbers;
    }

    boolean hasContext(int number) {
      return inContext != null && inContext[number];
    }

    @Override
    @SuppressWarnings("unchecked") // An array of lists cannot be made otherwise.
    public void at(int number, int position) {
      if (regions == null) {
        regions = (List<int[]>[]) new List<?>[size];
      }
      if (regions[number] == null) {
        regions[number] = new ArrayList<>();
        if (!hasContext(number)) {
          add(number);
        }
      }
      regions[number].add(new int[] {position});
    }

    void addContext(int[] called) {
      for (int number : called) {
        if (inContext == null) {
          inContext = new boolean[size];
        }
        if (!inContext[number]) {
          inContext[number] = true;
          if (regions == null || regions[number] == null) {
            add(number);
          }
        }
      }
    }

    /** The windows round a rule's keywords, merged where they meet: each place is tried once. */
    List<int[]> regions(int number, int window) {
      List<int[]> merged = new ArrayList<>();
      if (regions == null || regions[number] == null) {
        return merged;
      }
      for (int[] hit : regions[number]) {
        int from = Math.max(0, hit[0] - window);
        int to = Math.min(textLength, hit[0] + window);
        int[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
        if (last != null && from <= last[1]) {
          last[1] = to;
        } else {
          merged.add(new int[] {from, to});
        }
      }
      return merged;
    }

    private void add(int number) {
      numbers = Arrays.copyOf(numbers, numbers.length + 1);
      numbers[numbers.length - 1] = number;
    }
  }
}
