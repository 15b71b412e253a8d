package io.svc.server.policies.dsl;

import io.svc.rules.WordListParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code tests}. */
final class TestReader {
  static final int MAX = 50;

  /** The default time of a test: a Monday at noon. */
  static final Instant MOMENT = Instant.parse("2000-01-03T12:00:00Z");

  static final List<String> INPUT =
      WordListParser.list(
          """
          action platform server tool operation method destination args data agent session
          environment user peer now""");

  private static final int LONGEST = 2_000;

  private final Problems problems;
  private final UntypedValues free;

  TestReader(Problems problems) {
    this.problems = problems;
    this.free = new UntypedValues(problems);
  }

  List<PolicyDocument.PolicyTest> read(Node node) {
    if (!(node instanceof SequenceNode list)) {
      problems.error(
          "wrong_type",
          "Expected a list of tests; found " + YamlMappingReader.kind(node) + ".",
          "/tests",
          SourcePosition.of(node));
      return List.of();
    }
    if (list.getValue().size() > MAX) {
      problems.error(
          "too_many_tests",
          "There are " + list.getValue().size() + " tests; a policy has at most " + MAX + ".",
          "/tests",
          SourcePosition.of(list.getValue().get(MAX)));
      return List.of();
    }
    List<PolicyDocument.PolicyTest> tests = new ArrayList<>();
    int index = 0;
    for (Node item : list.getValue()) {
      YamlMappingReader.of(item, "/tests/" + index++, List.of("name", "input", "expect"), problems)
          .flatMap(this::test)
          .ifPresent(tests::add);
    }
    return tests;
  }

  private Optional<PolicyDocument.PolicyTest> test(YamlMappingReader block) {
    for (String key : List.of("name", "input", "expect")) {
      if (!block.has(key)) {
        block.missing(key, "each test to have name, input and expect");
      }
    }
    Optional<String> name = block.text("name", 200);
    Optional<Facts> facts = block.block("input", INPUT).flatMap(this::facts);
    Optional<YamlMappingReader> expect = block.block("expect", List.of("effect", "rule"));
    Optional<Effect> effect =
        expect.flatMap(found -> found.word("effect", Effect::ofLabel, List.of(Effect.values())));
    if (expect.isPresent() && !expect.get().has("effect")) {
      expect.get().missing("effect", "the policy's result");
    }
    Optional<String> rule = expect.flatMap(found -> found.text("rule", 64));
    if (name.isEmpty() || facts.isEmpty() || effect.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new PolicyDocument.PolicyTest(
            name.get(), facts.get(), effect.get(), rule, block.path(), block.position()));
  }

  private Optional<Facts> facts(YamlMappingReader input) {
    if (!input.has("action")) {
      input.missing("action", "an action such as tool_call");
    }
    Instant now = now(input);
    FactsBuilder facts = Facts.of(text(input, "action"), now);
    facts.platform(text(input, "platform"));
    facts.server(text(input, "server"));
    facts.tool(text(input, "tool"));
    facts.operation(text(input, "operation"));
    facts.method(text(input, "method"));
    facts.environment(text(input, "environment"));
    facts.user(text(input, "user"));
    facts.peer(text(input, "peer"));
    facts.destination(text(input, "destination"));
    facts.args(values(input, "args"));
    facts.data(values(input, "data"));
    facts.classification(classification(input));
    input
        .block("agent", List.copyOf(FactsJson.agent(Facts.Agent.NONE).keySet()))
        .ifPresent(block -> facts.agent(agent(block)));
    input
        .block("session", List.copyOf(FactsJson.session(Facts.Session.NONE).keySet()))
        .ifPresent(block -> facts.session(session(block)));
    return Optional.of(facts.build());
  }

  private static String text(YamlMappingReader block, String key) {
    return block.text(key, LONGEST).orElse("");
  }

  private Instant now(YamlMappingReader input) {
    Optional<String> text = input.text("now", LONGEST);
    if (text.isEmpty()) {
      return MOMENT;
    }
    try {
      return OffsetDateTime.parse(text.get()).toInstant();
    } catch (DateTimeException e) {
      input.error(
          "invalid_value",
          "now",
          "\"" + text.get() + "\" is not a time; expected a time such as 2026-01-05T23:30:00Z.");
      return MOMENT;
    }
  }

  private Map<String, Object> values(YamlMappingReader input, String key) {
    Optional<Node> node = input.node(key);
    if (node.isPresent() && !(node.get() instanceof MappingNode)) {
      input.error(
          "wrong_type",
          key,
          "Expected a mapping; found " + YamlMappingReader.kind(node.get()) + ".");
    }
    return node.filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .map(mapping -> free.map(mapping, input.pathOf(key)))
        .orElse(new LinkedHashMap<>());
  }

  private List<String> classification(YamlMappingReader input) {
    return input
        .node("data")
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .flatMap(
            node -> YamlMappingReader.open(node, input.pathOf("data"), "classification", problems))
        .map(block -> texts(block, "classification"))
        .orElse(List.of());
  }

  private static List<String> texts(YamlMappingReader block, String key) {
    return block.texts(key).stream().map(YamlMappingReader.LocatedText::value).toList();
  }

  private static Facts.Agent agent(YamlMappingReader block) {
    return new Facts.Agent(
        text(block, "id"),
        text(block, "name"),
        texts(block, "tags"),
        text(block, "owner"),
        text(block, "environment"),
        text(block, "lifecycle_state"));
  }

  private static Facts.Session session(YamlMappingReader block) {
    return new Facts.Session(
        text(block, "id"),
        count(block, "tool_calls"),
        count(block, "decisions"),
        count(block, "denied"),
        count(block, "approvals"),
        texts(block, "data_classes"));
  }

  private static long count(YamlMappingReader block, String key) {
    return block.integer(key, 0, Integer.MAX_VALUE).orElse(0);
  }
}
