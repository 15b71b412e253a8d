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
  static List<Evidence.Draft> timeline(PendingDecision made) {
    List<Evidence.Draft> entries = new ArrayList<>();
    entries.add(action(made));
    entries.add(decision(made));
    Verdict verdict = made.verdict();
    if (!made.redacted().replacements().isEmpty()) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("redactions", made.redacted().replacements());
      entries.add(
          draft(
              made,
              Evidence.Type.REDACTION,
              Severity.LOW,
              taken(made.redacted().replacements().size()),
              data));
    }
    if (verdict.effect() == Effect.REQUIRE_APPROVAL) {
      Map<String, Object> data = new LinkedHashMap<>();
      verdict.approval().flatMap(a -> a.group()).ifPresent(group -> data.put("group", group));
      verdict.approval().ifPresent(a -> data.put("timeoutSeconds", a.timeoutSeconds()));
      made.approval()
          .ifPresent(
              asked -> {
                data.put("approvalId", asked.approvalId());
                data.put("timeoutSeconds", asked.timeoutSeconds());
              });
      entries.add(
          draft(
              made,
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
              made,
              Evidence.Type.ROUTING_DECISION,
              routing.outcome() == Outcome.DENIED ? Severity.HIGH : Severity.INFO,
              "Routing to " + routing.requested() + ": " + routing.outcome(),
              data));
    }
    return entries;
  }

  private static String taken(int values) {
    return values == 1 ? "1 value taken out" : values + " values taken out";
  }

  private static Evidence.Draft action(PendingDecision made) {
    MaskedRequest masked = made.masked();
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
    if (made.facts().isCut()) {
      data.put("argumentsLeftOut", true);
    } else {
      data.put("arguments", made.facts().arguments());
    }
    if (!made.facts().sealed().isEmpty()) {
      data.put("masked", true);
    }
    if (!masked.classification().isEmpty()) {
      data.put("classification", masked.classification());
    }
    Evidence.Type type =
        switch (made.request().action().type().toLowerCase(Locale.ROOT)) {
          case "llm_call" -> Evidence.Type.LLM_CALL;
          case "peer_call" -> Evidence.Type.PEER_CALL;
          default -> Evidence.Type.TOOL_CALL;
        };
    String what = masked.tool().isEmpty() ? masked.action() : masked.tool();
    String summary = masked.server().isEmpty() ? what : masked.server() + "." + what;
    return draft(made, type, Severity.INFO, summary, data);
  }

  private static Evidence.Draft decision(PendingDecision made) {
    Verdict verdict = made.verdict();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("effect", verdict.effect().label());
    data.put("wouldBlock", verdict.wouldBlock());
    data.put("reason", verdict.reason());
    data.put("reasonCode", verdict.code().toString());
    put(data, "policyId", verdict.policyId());
    put(data, "ruleId", verdict.ruleId());
    String by = verdict.ruleId().isEmpty() ? verdict.code().toString() : verdict.ruleId();
    return draft(
        made,
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
      PendingDecision made,
      Evidence.Type type,
      Severity severity,
      String summary,
      Map<String, Object> data) {
    return new Evidence.Draft(
        type, made.at(), severity, summary, Json.tree(data), Optional.of(made.decisionId()));
  }

  /**
   * Returns the events: the routing of every action, and further ones for egress and for calls
   * between agents.
   */
  static List<EventDraft> events(PendingDecision made, String sessionId) {
    List<EventDraft> events = new ArrayList<>(2);
    Verdict verdict = made.verdict();
    Optional<String> agent = Optional.of(made.agent().id());
    Optional<String> session = Optional.of(sessionId);
    Optional<String> policy = NonEmpty.of(verdict.policyId());
    Optional<String> rule = NonEmpty.of(verdict.ruleId());
    Routing routing = verdict.routing();
    events.add(
        new EventDraft(
            EventType.EXECUTION_ROUTING_DECISION,
            agent,
            session,
            new EventPayloads.Routed(
                made.decisionId(),
                routing.mode().toString(),
                routing.outcome().toString(),
                verdict.reason(),
                routing.profile().orElse(""),
                routing.requested().toString(),
                made.request().available().stream().sorted().map(RoutingMode::toString).toList(),
                routing.failClosed(),
                policy,
                rule)));
    EvalRequest.Action action = made.request().action();
    if (action.type().equalsIgnoreCase("http_request")) {
      events.add(
          new EventDraft(
              EventType.EGRESS_DECISION,
              agent,
              session,
              new EventPayloads.Egress(
                  made.decisionId(),
                  made.masked().host(),
                  made.masked().method(),
                  verdict.effect().label(),
                  verdict.reason(),
                  policy,
                  rule,
                  made.approval().map(PendingApproval::approvalId),
                  Optional.empty())));
    }
    made.approval()
        .filter(PendingApproval::isNew)
        .ifPresent(asked -> events.add(requested(made, asked, agent, session)));
    if (!action.peer().isEmpty()) {
      events.add(
          new EventDraft(
              verdict.isAllowed() ? EventType.PEER_CALL_ALLOWED : EventType.PEER_CALL_DENIED,
              agent,
              session,
              new EventPayloads.PeerCall(
                  made.decisionId(),
                  made.agent().id(),
                  made.masked().peer(),
                  made.masked().operation(),
                  verdict.reason(),
                  policy)));
    }
    return events;
  }

  private static EventDraft requested(
      PendingDecision made,
      PendingApproval asked,
      Optional<String> agent,
      Optional<String> session) {
    Verdict verdict = made.verdict();
    return new EventDraft(
        EventType.APPROVAL_REQUESTED,
        agent,
        session,
        new EventPayloads.ApprovalRequested(
            asked.approvalId(),
            made.decisionId(),
            made.digest(),
            verdict.reason(),
            NonEmpty.of(verdict.policyId()),
            NonEmpty.of(verdict.ruleId()),
            verdict.approval().flatMap(terms -> terms.group()),
            asked.channels(),
            asked.expiresAt()));
  }
}
