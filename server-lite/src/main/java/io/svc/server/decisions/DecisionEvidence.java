package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.db.NonEmpty;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.sessions.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The timeline entries and feed events of a decision. */
final class DecisionEvidence {
  private DecisionEvidence() {}

  /** Returns the timeline entries, in order. */
  static List<Evidence.Draft> timeline(PendingDecision decision) {
    List<Evidence.Draft> entries = new ArrayList<>();
    entries.add(action(decision));
    entries.add(decision(decision));
    Verdict verdict = decision.verdict();
    if (!decision.redacted().replacements().isEmpty()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("redactions", decision.redacted().replacements());
      entries.add(
          draft(
              decision,
              Evidence.Type.REDACTION,
              Severity.LOW,
              redactionCount(decision.redacted().replacements().size()),
              data));
    }
    if (verdict.effect() == Effect.REQUIRE_APPROVAL) {
      Map<String, Object> data = new LinkedHashMap<>();
      verdict.approval().flatMap(a -> a.group()).ifPresent(group -> data.put("group", group));
      verdict.approval().ifPresent(a -> data.put("timeoutSeconds", a.timeoutSeconds()));
      decision
          .approval()
          .ifPresent(
              approval -> {
                data.put("approvalId", approval.approvalId());
                data.put("timeoutSeconds", approval.timeoutSeconds());
              });
      entries.add(
          draft(
              decision,
              Evidence.Type.APPROVAL_REQUESTED,
              verdict.severity(),
              "Approval needed: " + verdict.reason(),
              data));
    }
    Routing routing = verdict.routing();
    if (routing.requested() != RoutingMode.INLINE) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("mode", routing.mode().toString());
      data.put("requestedMode", routing.requested().toString());
      data.put("outcome", routing.outcome().toString());
      entries.add(
          draft(
              decision,
              Evidence.Type.ROUTING_DECISION,
              routing.outcome() == Outcome.DENIED ? Severity.HIGH : Severity.INFO,
              "Routing to " + routing.requested() + ": " + routing.outcome(),
              data));
    }
    return entries;
  }

  private static String redactionCount(int values) {
    return values == 1 ? "1 value redacted" : values + " values redacted";
  }

  private static Evidence.Draft action(PendingDecision decision) {
    MaskedRequest masked = decision.masked();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("action", masked.action());
    put(data, "server", masked.server());
    put(data, "tool", masked.tool());
    put(data, "operation", masked.operation());
    put(data, "method", masked.method());
    put(data, "destination", masked.host());
    put(data, "peer", masked.peer());
    put(data, "step", masked.step());
    put(data, "user", masked.user());
    if (decision.facts().isCut()) {
      data.put("argumentsLeftOut", true);
    } else {
      data.put("arguments", decision.facts().arguments());
    }
    if (!decision.facts().sealed().isEmpty()) {
      data.put("masked", true);
    }
    if (!masked.classification().isEmpty()) {
      data.put("classification", masked.classification());
    }
    Evidence.Type type =
        switch (decision.request().action().type().toLowerCase(Locale.ROOT)) {
          case "llm_call" -> Evidence.Type.LLM_CALL;
          case "peer_call" -> Evidence.Type.PEER_CALL;
          default -> Evidence.Type.TOOL_CALL;
        };
    String actionName = masked.tool().isEmpty() ? masked.action() : masked.tool();
    String summary = masked.server().isEmpty() ? actionName : masked.server() + "." + actionName;
    return draft(decision, type, Severity.INFO, summary, data);
  }

  private static Evidence.Draft decision(PendingDecision decision) {
    Verdict verdict = decision.verdict();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("effect", verdict.effect().label());
    data.put("wouldBlock", verdict.wouldBlock());
    data.put("reason", verdict.reason());
    data.put("reasonCode", verdict.code().toString());
    put(data, "policyId", verdict.policyId());
    put(data, "ruleId", verdict.ruleId());
    String by = verdict.ruleId().isEmpty() ? verdict.code().toString() : verdict.ruleId();
    return draft(
        decision,
        Evidence.Type.POLICY_DECISION,
        verdict.severity(),
        verdict.effect().label() + " by " + by,
        data);
  }

  private static void put(Map<String, Object> data, String name, String value) {
    if (!value.isEmpty()) {
      data.put(name, value);
    }
  }

  private static Evidence.Draft draft(
      PendingDecision decision,
      Evidence.Type type,
      Severity severity,
      String summary,
      Map<String, Object> data) {
    return new Evidence.Draft(
        type,
        decision.at(),
        severity,
        summary,
        Json.tree(data),
        Optional.of(decision.decisionId()));
  }

  /**
   * Returns the events: the routing of every action, and further ones for egress and for calls
   * between agents.
   */
  static List<EventDraft> events(PendingDecision decision, String sessionId) {
    List<EventDraft> events = new ArrayList<>(2);
    Verdict verdict = decision.verdict();
    Optional<String> agent = Optional.of(decision.agent().id());
    Optional<String> session = Optional.of(sessionId);
    Optional<String> policy = NonEmpty.of(verdict.policyId());
    Optional<String> rule = NonEmpty.of(verdict.ruleId());
    Routing routing = verdict.routing();
    events.add(
        new EventDraft(
            EventType.EXECUTION_ROUTING_DECISION,
            agent,
            session,
            new EventPayloads.RoutingDecision(
                decision.decisionId(),
                routing.mode().toString(),
                routing.outcome().toString(),
                verdict.reason(),
                routing.profile().orElse(""),
                routing.requested().toString(),
                decision.request().available().stream()
                    .sorted()
                    .map(RoutingMode::toString)
                    .toList(),
                routing.failClosed(),
                policy,
                rule)));
    EvalRequest.Action action = decision.request().action();
    if (action.type().equalsIgnoreCase("http_request")) {
      events.add(
          new EventDraft(
              EventType.EGRESS_DECISION,
              agent,
              session,
              new EventPayloads.EgressDecision(
                  decision.decisionId(),
                  decision.masked().host(),
                  decision.masked().method(),
                  verdict.effect().label(),
                  verdict.reason(),
                  policy,
                  rule,
                  decision.approval().map(PendingApproval::approvalId),
                  Optional.empty())));
    }
    decision
        .approval()
        .filter(PendingApproval::isNew)
        .ifPresent(approval -> events.add(requested(decision, approval, agent, session)));
    if (!action.peer().isEmpty()) {
      events.add(
          new EventDraft(
              verdict.isAllowed() ? EventType.PEER_CALL_ALLOWED : EventType.PEER_CALL_DENIED,
              agent,
              session,
              new EventPayloads.PeerCall(
                  decision.decisionId(),
                  decision.agent().id(),
                  decision.masked().peer(),
                  decision.masked().operation(),
                  verdict.reason(),
                  policy)));
    }
    return events;
  }

  private static EventDraft requested(
      PendingDecision decision,
      PendingApproval approval,
      Optional<String> agent,
      Optional<String> session) {
    Verdict verdict = decision.verdict();
    return new EventDraft(
        EventType.APPROVAL_REQUESTED,
        agent,
        session,
        new EventPayloads.ApprovalRequested(
            approval.approvalId(),
            decision.decisionId(),
            decision.digest(),
            verdict.reason(),
            NonEmpty.of(verdict.policyId()),
            NonEmpty.of(verdict.ruleId()),
            verdict.approval().flatMap(terms -> terms.group()),
            approval.channels(),
            approval.expiresAt()));
  }
}
