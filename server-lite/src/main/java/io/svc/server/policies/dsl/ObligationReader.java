package io.svc.server.policies.dsl;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the obligations of a rule, and checks that they match its effect. */
final class ObligationReader {
  static final int LONGEST_WAIT = 7 * 24 * 60 * 60;
  static final int MAX_APPROVALS = 20;

  private static final Pattern ENTITY = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");
  private static final int LONGEST_NAME = 120;

  private final YamlMappingReader rule;
  private final Problems problems;

  ObligationReader(YamlMappingReader rule, Problems problems) {
    this.rule = rule;
    this.problems = problems;
  }

  Obligations read(Effect effect) {
    Optional<RedactionObligation> redaction =
        rule.block("redact", List.of("entities", "operator")).map(this::redaction);
    Optional<ApprovalObligation> approval =
        rule.block(
                "approval", List.of("group", "timeout_seconds", "approvals_required", "channels"))
            .map(this::approval);
    Optional<ExecutionRoute> route =
        rule.block("route", List.of("mode", "profile", "fail_closed")).flatMap(this::route);
    rejectMisplaced("redact", effect != Effect.REDACT, "effect: redact");
    rejectMisplaced("approval", effect != Effect.REQUIRE_APPROVAL, "effect: require_approval");
    rejectMisplaced("route", effect == Effect.DENY, "an effect other than deny");
    return new Obligations(
        effect == Effect.REDACT
            ? redaction.or(
                () ->
                    Optional.of(
                        new RedactionObligation(List.of(), RedactionObligation.Operator.REPLACE)))
            : Optional.empty(),
        effect == Effect.REQUIRE_APPROVAL
            ? approval.or(() -> Optional.of(ApprovalObligation.DEFAULT))
            : Optional.empty(),
        effect == Effect.DENY ? Optional.empty() : route);
  }

  private void rejectMisplaced(String key, boolean isOutOfPlace, String expected) {
    if (isOutOfPlace && rule.has(key)) {
      rule.error("invalid_value", key, "\"" + key + "\" requires " + expected + ".");
    }
  }

  private RedactionObligation redaction(YamlMappingReader block) {
    List<YamlMappingReader.LocatedText> entities = block.texts("entities");
    for (YamlMappingReader.LocatedText entity : entities) {
      if (!ENTITY.matcher(entity.value()).matches()) {
        problems.error(
            "invalid_value",
            "\"" + entity.value() + "\" is not an entity; expected a name such as EMAIL_ADDRESS.",
            entity.path(),
            entity.place());
      }
    }
    return new RedactionObligation(
        entities.stream().map(YamlMappingReader.LocatedText::value).toList(),
        block
            .word(
                "operator",
                RedactionObligation.Operator::ofLabel,
                List.of(RedactionObligation.Operator.values()))
            .orElse(RedactionObligation.Operator.REPLACE));
  }

  private ApprovalObligation approval(YamlMappingReader block) {
    return new ApprovalObligation(
        block.text("group", LONGEST_NAME),
        block
            .integer("timeout_seconds", 1, LONGEST_WAIT)
            .orElse(ApprovalObligation.DEFAULT_TIMEOUT),
        block.integer("approvals_required", 1, MAX_APPROVALS).orElse(1),
        block.texts("channels").stream().map(YamlMappingReader.LocatedText::value).toList());
  }

  private Optional<ExecutionRoute> route(YamlMappingReader block) {
    if (!block.has("mode")) {
      block.missing("mode", "inline, process, container, microvm or remote_sandbox");
    }
    Optional<String> profile = block.text("profile", LONGEST_NAME);
    boolean isFailClosed = block.flag("fail_closed").orElse(true);
    return block
        .word("mode", ExecutionRoute.Mode::ofLabel, List.of(ExecutionRoute.Mode.values()))
        .map(mode -> new ExecutionRoute(mode, profile, isFailClosed));
  }
}
