package io.svc.server.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelOptions;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
  private static final long BUDGET = 10_000_000;

  private static final Map<String, CelType> VARIABLES = variables();

  private static final ExpressionLanguage LANGUAGE = new ExpressionLanguage(VARIABLES, 4_096);

  /** The evaluator of the library, which defines what expressions mean. */
  private static final Cel LIBRARY = library();

  private static Map<String, CelType> variables() {
    Map<String, CelType> types = new LinkedHashMap<>();
    types.put("args", MapType.create(SimpleType.STRING, SimpleType.DYN));
    types.put("agent", MapType.create(SimpleType.STRING, SimpleType.DYN));
    types.put("tags", ListType.create(SimpleType.STRING));
    types.put("tool", SimpleType.STRING);
    types.put("count", SimpleType.INT);
    types.put("ratio", SimpleType.DOUBLE);
    types.put("missing", SimpleType.STRING);
    types.put("now", SimpleType.TIMESTAMP);
    return types;
  }

  private static Cel library() {
    var builder =
        CelFactory.plannerCelBuilder()
            .setOptions(
                CelOptions.current()
                    .comprehensionMaxIterations(1_000)
                    .enableHeterogeneousNumericComparisons(true)
                    .build())
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setResultType(SimpleType.BOOL);
    VARIABLES.forEach(builder::addVar);
    return builder.build();
  }

  private static Map<String, Object> facts() {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("amount", 900L);
    args.put("price", 9.5);
    args.put("whole", 5.0);
    args.put("text", "Hello, wörld \uD83D\uDE00");
    args.put("empty", "");
    args.put("number", "42");
    args.put("nothing", NullValue.NULL_VALUE);
    args.put("flag", true);
    args.put("list", List.of(1L, "two", NullValue.NULL_VALUE, 2.0, List.of(1L)));
    args.put("numbers", List.of(3L, 1L, 2L));
    args.put("maps", List.of(Map.of("id", 1L), Map.of("id", 2L), Map.of("other", "x")));
    args.put("deep", Map.of("er", Map.of("est", "x")));
    args.put("many", IntStream.range(0, 40).mapToObj(Long::valueOf).toList());
    Map<String, Object> facts = new HashMap<>();
    facts.put("args", args);
    facts.put("agent", Map.of("id", "agt_1", "tags", List.of("finance")));
    facts.put("tags", List.of("a", "b"));
    facts.put("tool", "create_payment");
    facts.put("count", 12L);
    facts.put("ratio", 0.5);
    facts.put("now", Instant.parse("2026-01-05T10:30:00Z"));
    return facts;
  }

  static List<String> expressions() {
    List<String> all =
        new ArrayList<>(
            List.of(
                "tool == 'create_payment'",
                "tool != 'x' && count > 3",
                "tool.contains('pay') || missing == ''",
                "missing == '' || tool.contains('pay')",
                "missing == ''",
                "missing == '' || tool == ''",
                "tool == '' && missing == ''",
                "!(missing == '' && tool == '')",
                "!(missing == '')",
                "missing == '' ? true : false",
                "count == 12 ? true : missing == ''",
                "args.amount > 500",
                "args.amount > 500.5",
                "args.amount == 900.0",
                "args.price > 9",
                "args.whole == 5",
                "args.amount / 0 == 1",
                "args.amount % 7 == 4",
                "args.amount * 2 + 1 == 1801",
                "args.amount - 1000 == -100",
                "-args.amount < 0",
                "args.amount + 1.5 == 901.5",
                "double(args.amount) * 1.25 == 1125.0",
                "9223372036854775807 + count > 0",
                "args.nothing == null",
                "args.nothing != null",
                "args.nothing > 1",
                "args.absent == null",
                "args.amount.startsWith('9')",
                "args.amount == 'x'",
                "args.flag",
                "args.amount",
                "args.flag == true && !args.flag == false",
                "args['amount'] == 900",
                "args['abs' + 'ent'] == 1",
                "args[args.text] == 1",
                "args.list[1] == 'two'",
                "args.list[7] == 1",
                "args.list[-1] == 1",
                "args.list[1.0] == 'two'",
                "args.list[1.5] == 'two'",
                "args.deep.er.est == 'x'",
                "args.deep.er.less == 'x'",
                "args.text.er.less == 'x'",
                "has(args.deep.er)",
                "has(args.deep.no)",
                "has(args.no.er)",
                "has(args.text.no)",
                "has(args.nothing)",
                "size(args.text) == 14",
                "args.text.size() == 14",
                "size(args.list) == 5 && size(args) > 5",
                "size(args.amount) == 5",
                "args.text.startsWith('Hello') && args.text.endsWith('\uD83D\uDE00')",
                "args.text.matches('w.rld')",
                "args.text.matches('^w.rld$')",
                "matches(tool, '^[a-z_]+$')",
                "args.empty.contains('') && args.text.contains('')",
                "args.text + '!' == 'Hello, wörld \uD83D\uDE00!'",
                "tool < 'd' && tool >= 'create' && tool > 'a' && tool <= 'z'",
                "args.text < 5",
                "'a' in tags && !('c' in tags)",
                "2 in args.list && 1.0 in args.list",
                "null in args.list",
                "[1] in args.list",
                "[1.0] in args.list",
                "'amount' in args",
                "args.list in args",
                "args.list == [1, 'two', null, 2, [1]]",
                "args.list != [1, 'two']",
                "args.deep == {'er': {'est': 'x'}}",
                "args.deep == {'er': {'est': 'y'}}",
                "{'a': 1, 'b': [1, 2]}['b'][1] == 2",
                "{'a': 1, 'a': 2}['a'] == 2",
                "{1: 'x', 2u: 'y'}[2u] == 'y'",
                "{1: 'x', 1u: 'y'}[1u] == 'y'",
                "{1.5: 'x'}[1.5] == 'x'",
                "{true: 'x'}[true] == 'x'",
                "[1, 2] + [3] == [1, 2, 3]",
                "[args.absent].size() == 1",
                "args.numbers.all(n, n > 0)",
                "args.numbers.all(n, n > 1)",
                "args.numbers.exists(n, n == 2)",
                "args.numbers.exists_one(n, n > 1)",
                "args.numbers.exists_one(n, n == 1)",
                "args.list.exists(n, n == 'two')",
                "args.list.all(n, n > 0)",
                "args.list.exists(n, n > 5)",
                "args.list.exists(n, n > 0)",
                "args.list.exists_one(n, n > 0)",
                "args.maps.exists(m, m.id == 2)",
                "args.maps.all(m, m.id < 3)",
                "args.maps.filter(m, has(m.id)).size() == 2",
                "args.maps.filter(m, has(m.id)).map(m, m.id) == [1, 2]",
                "args.maps.map(m, has(m.id), m.id * 2) == [2, 4]",
                "args.numbers.map(n, n * n) == [9, 1, 4]",
                "args.numbers.map(n, args.numbers.map(m, m + n)) == [[6, 4, 5], [4, 2, 3], [5, 3, 4]]",
                "args.numbers.map(n, args.numbers.filter(m, m > n)).size() == 3",
                "args.numbers.filter(n, n > 1) + [7] == [3, 2, 7]",
                "args.exists(name, name == 'price')",
                "args.exists(name, type(args[name]) == string && args[name].matches('^Hello'))",
                "args.all(name, args[name] != null)",
                "args.deep.all(k, args.deep[k].est == 'x')",
                "args.text.all(c, c == 'x')",
                "args.amount.exists(c, c == 'x')",
                "args.many.all(a, args.many.all(b, a >= 0))",
                "args.many.all(a, args.many.all(b, a >= 0)) || true",
                "true || args.many.all(a, args.many.all(b, a >= 0))",
                "args.numbers.exists(agent, agent == 1 && .agent.id == 'agt_1')",
                "args.numbers.exists(agent, .agent.id == 'agt_1')",
                "args.numbers.exists(agent, agent.id == 'agt_1')",
                "type(args.amount) == int && type(args.price) == double",
                "type(args.list) == list && type(args) == map && type(args.nothing) == null_type",
                "type(tool) == string && type(now) == type(now)",
                "type(type(1)) == type && type(1) == int && type(1u) == uint && type(b'x') == bytes",
                "int(args.number) == 42 && string(args.amount) == '900'",
                "int(args.text) == 42",
                "int('9999999999999999999999') == 1",
                "double('1e400') > 1.0",
                "uint(5) == 5u && int(5u) == 5",
                "bool('true') && string(true) == 'true'",
                "string(args.price) == '9.5' && double(args.number) == 42.0",
                "bytes(args.number) == b'42' && string(b'42') == '42' && size(b'42') == 2",
                "b'a' + b'b' == b'ab' && b'a' < b'b'",
                "dyn(args.amount) == 900",
                "now > timestamp('2026-01-01T00:00:00Z')",
                "now - duration('1h') < now && now + duration('36h') > now",
                "timestamp('nonsense') > now",
                "duration('90m') == duration('1.5h') && duration('1h') > duration('59m')",
                "now.getHours() == 10 && now.getHours('Europe/Stockholm') == 11",
                "now.getDayOfWeek() == 1 && now.getFullYear() == 2026 && now.getMonth() == 0",
                "now.getDayOfMonth() == 4 && now.getDate() == 5 && now.getDayOfYear() == 4",
                "now.getMinutes() == 30 && now.getSeconds() == 0 && now.getMilliseconds() == 0",
                "now.getHours('Nowhere/Town') == 1",
                "duration('90m').getHours() == 1 && duration('90m').getMinutes() == 90",
                "ratio < 1 && ratio * 2.0 == 1.0 && ratio / 0.0 > 1.0",
                "agent.tags.exists(t, t in ['finance', 'ops']) && 'finance' in agent.tags",
                "true",
                "[] == [] && {} == {}",
                "args.list.map(x, [x, x]).size() == 5",
                "args.list.map(x, args.absent).size() == 5"));
    Random random = new Random(7);
    String[] atoms = {
      "count > 3", "missing == ''", "tool == ''", "args.flag", "args.absent == 1", "true", "false"
    };
    for (int i = 0; i < 200; i++) {
      all.add(random(random, atoms, 4));
    }
    return all;
  }

  private static String random(Random random, String[] atoms, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return atoms[random.nextInt(atoms.length)];
    }
    String first = random(random, atoms, depth - 1);
    String other = random(random, atoms, depth - 1);
    return switch (random.nextInt(5)) {
      case 0 -> "(" + first + " && " + other + ")";
      case 1 -> "(" + first + " || " + other + ")";
      case 2 -> "!(" + first + ")";
      case 3 -> "(" + first + " ? " + other + " : count == 12)";
      default -> "args.numbers.exists(n" + depth + ", n" + depth + " > 1 && " + first + ")";
    };
  }

  private static Expression.Outcome byLibrary(String source) throws Exception {
    try {
      Object value = LIBRARY.createProgram(LIBRARY.compile(source).getAst()).eval(facts());
      return value instanceof Boolean isTrue
          ? isTrue ? Expression.Outcome.TRUE : Expression.Outcome.FALSE
          : Expression.Outcome.FAILED;
    } catch (CelEvaluationException e) {
      return Expression.Outcome.FAILED;
    }
  }

  private static Expression compiled(String source) {
    try {
      return LANGUAGE.compile(LANGUAGE.check(source).getAst());
    } catch (dev.cel.common.CelValidationException e) {
      throw new AssertionError(source, e);
    }
  }

  private static Expression.Outcome evaluateWithBudget(
      String source, Map<String, Object> args, CostBudget budget) {
    return compiled(source).evaluate(Map.of("args", args, "tool", "x"), budget);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void has_the_value_that_the_library_gives(String source) throws Exception {
    assertThat(compiled(source).evaluate(facts(), CostBudget.of(BUDGET)))
        .isEqualTo(byLibrary(source));
  }

  /** Expressions whose cost on the facts must be more than any budget for conditions. */
  static List<Map.Entry<String, Map<String, Object>>> hostile() {
    String a = "a".repeat(500_000);
    List<Object> strings = Collections.nCopies(1_000, "x".repeat(1_000));
    List<Object> tree = List.of("x");
    for (int i = 0; i < 12; i++) {
      tree = List.of(tree, tree, tree);
    }
    Map<String, Object> wide = new HashMap<>();
    for (int i = 0; i < 40_000; i++) {
      wide.put("name" + i, (long) i);
    }
    return List.of(
        Map.entry(
            "args.l.exists(x, args.a.contains(args.b))",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a, "b", "a".repeat(250_000) + "b")),
        Map.entry(
            "args.l.exists(x, args.a.contains('b'))",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.exists(x, args.a.endsWith('b' + args.a))",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.all(x, args.a == args.c)",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a, "c", "a".repeat(500_000))),
        Map.entry(
            "args.l.all(x, args.a <= args.c)",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a, "c", a + "b")),
        Map.entry(
            "args.l.all(x, size(args.a) > 0)",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.all(x, size(args.a + x) > 0)",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.all(x, size(bytes(args.a)) > 0)",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.all(x, string(args.a) != '')",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)),
        Map.entry(
            "args.l.exists(x, args.a.matches('(x+x+)+y'))",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", "x".repeat(500_000))),
        Map.entry("args.a.matches('(a?){200}b')", Map.of("a", a)),
        Map.entry("args.l.all(x, x in args.l)", Map.of("l", distinct(strings))),
        Map.entry("args.l.all(x, args.l == args.m)", Map.of("l", strings, "m", copy(strings))),
        Map.entry(
            "args.l.all(x, args.t == args.u)",
            Map.of("l", strings, "t", tree, "u", List.copyOf(tree))),
        Map.entry("args.l.all(x, args.w in [args.t])", Map.of("l", strings, "w", wide, "t", wide)),
        Map.entry(
            "args.l.all(x, size(args.l + args.l + args.l + args.l + args.l + args.l + args.l) > 0)",
            Map.of("l", distinct(strings))),
        Map.entry(
            "args.l.exists(x, args.w[args.w] == 1)",
            Map.of("l", strings, "w", Map.of("t", tree, "u", tree, "v", tree))),
        Map.entry(
            "args.l.map(x, [args.a + x]).exists(y, y == ['z'])",
            Map.of("l", Collections.nCopies(1_000, "x"), "a", a)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int(args.a) == 1",
        "uint(args.a) == 1u",
        "double(args.a) == 1.0",
        "bool(args.a)",
        "timestamp(args.a) == timestamp(args.a)",
        "duration(args.a) == duration(args.a)",
        "timestamp('2026-01-01T00:00:00Z').getHours(args.a) == 1"
      })
  @Timeout(5)
  void long_texts_are_not_parsed(String source) {
    for (String part : List.of("1", "1h", "a", " ", "-", "/", "2026-01-01T00:00:00.")) {
      String text = part.repeat(500_000 / part.length());

      assertThat(
              evaluateWithBudget(
                  "[1, 2, 3].exists(x, " + source + ")", Map.of("a", text), budget()))
          .isEqualTo(Expression.Outcome.FAILED);
    }
  }

  /** The library compares the error itself with the other value, and they differ. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(args.absent == 1 && tool == 'x') == true",
        "(args.absent == 1 || false) != true"
      })
  void an_error_is_no_value(String source) {
    assertThat(evaluateWithBudget(source, Map.of(), budget())).isEqualTo(Expression.Outcome.FAILED);
  }

  @Test
  void an_error_in_the_budget_is_not_hidden_by_what_follows() {
    Map<String, Object> args = Map.of("l", List.of(1L, 2L, 3L), "a", "a".repeat(100_000));

    assertThat(
            evaluateWithBudget(
                "args.l.exists(x, args.a.matches('(a?){200}b')) || true", args, budget()))
        .isEqualTo(Expression.Outcome.OVER_BUDGET);
    assertThat(
            evaluateWithBudget(
                "true || args.l.exists(x, args.a.matches('(a?){200}b'))", args, budget()))
        .isEqualTo(Expression.Outcome.TRUE);
  }

  @Test
  void a_deadline_that_has_passed_stops_an_evaluation_that_is_long_enough_to_look() {
    CostBudget late = CostBudget.of(BUDGET, Duration.ofNanos(-1), () -> true);

    assertThat(evaluateWithBudget("args.a.contains('b')", Map.of("a", "a".repeat(500_000)), late))
        .isEqualTo(Expression.Outcome.OVER_BUDGET);
    assertThat(late.isExceeded()).isTrue();
  }

  @Test
  void an_expensive_evaluation_asks_for_permission_once_and_ends_without_it() {
    Map<String, Object> args = Map.of("l", Collections.nCopies(100, "x"), "a", "a".repeat(500_000));
    List<Boolean> asked = new ArrayList<>();
    CostBudget allowed = CostBudget.of(BUDGET, Duration.ofMinutes(1), () -> asked.add(true));
    CostBudget rejected = CostBudget.of(BUDGET, Duration.ofMinutes(1), () -> false);
    CostBudget cheap = CostBudget.of(BUDGET, Duration.ofMinutes(1), () -> false);

    assertThat(evaluateWithBudget("args.l.exists(x, args.a.contains('b'))", args, allowed))
        .isEqualTo(Expression.Outcome.FALSE);
    assertThat(evaluateWithBudget("args.l.exists(x, args.a.contains('b'))", args, rejected))
        .isEqualTo(Expression.Outcome.OVER_BUDGET);
    assertThat(evaluateWithBudget("args.a.contains('b')", args, cheap))
        .isEqualTo(Expression.Outcome.FALSE);
    assertThat(asked).containsExactly(true);
    assertThat(rejected.isExpensiveDenied()).isTrue();
    assertThat(cheap.isExpensiveDenied()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tool == 'x' && args.n > 500",
        "has(args.n) && args.n in [1, 900]",
        "args.text.contains('secret') || args.text.startsWith('x')",
        "args.text.matches('^[a-z]{3}$')",
        "args.exists(name, type(args[name]) == string && args[name].contains('y'))"
      })
  void an_ordinary_condition_costs_next_to_nothing(String source) {
    CostBudget budget = budget();

    evaluateWithBudget(source, Map.of("n", 900L, "text", "lorem ipsum ".repeat(50)), budget);

    assertThat(budget.spent()).isBetween(1L, BUDGET / 20_000);
  }

  @Test
  void a_text_is_found_like_the_library_finds_it() {
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      String text = random(random, 200);
      String expected = i % 2 == 0 ? random(random, 30) : part(random, text);

      assertThat(TextSearch.contains(text, expected, budget()))
          .as("%s in %s", expected, text)
          .isEqualTo(text.contains(expected));
    }
  }

  private static String random(Random random, int limit) {
    return random
        .ints(random.nextInt(limit), 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String part(Random random, String text) {
    int from = random.nextInt(text.length() + 1);
    return text.substring(from, from + random.nextInt(text.length() - from + 1));
  }

  private static CostBudget budget() {
    return CostBudget.of(BUDGET);
  }

  private static List<Object> distinct(List<Object> strings) {
    return IntStream.range(0, strings.size())
        .mapToObj(i -> (Object) (strings.get(i) + "" + (strings.size() + i)))
        .toList();
  }

  private static List<Object> copy(List<Object> strings) {
    return strings.stream()
        .map(text -> (Object) new String(((String) text).toCharArray()))
        .toList();
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("hostile")
  @Timeout(5)
  void runs_out_of_budget_in_time_and_always_at_the_same_place(
      Map.Entry<String, Map<String, Object>> one) {
    CostBudget budget = budget();

    assertThat(evaluateWithBudget(one.getKey(), one.getValue(), budget))
        .as(one.getKey())
        .isEqualTo(Expression.Outcome.OVER_BUDGET);
    assertThat(budget.isExceeded()).isTrue();
    assertThat(budget.spent()).isEqualTo(BUDGET);
  }
}
