package io.svc.server.decisions;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.NonEmpty;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.policies.dsl.RuleMatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The response of {@code POST /v1/eval}. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record EvalResponse(
    Optional<String> decisionId,
    String decision,
    boolean allowed,
    boolean wouldBlock,
    boolean enforced,
    String reason,
    String reasonCode,
    String severity,
    List<MatchedRule> matchedRules,
    List<ShadowRule> shadow,
    List<String> warnings,
    Obligations obligations,
    Optional<Approval> approval,
    Route routing,
    Optional<String> agentId,
    Optional<String> sessionId,
    Optional<String> traceId,
    boolean dryRun,
    Instant evaluatedAt,
    double latencyMs) {

  /** A rule that matched. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record MatchedRule(
      String policyId,
      long policyVersion,
      Optional<String> ruleId,
      String effect,
      String severity,
      String reason,
      String stage,
      boolean enforced) {}

  /** A rule that matched in observe mode. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record ShadowRule(
      String policyId,
      long policyVersion,
      Optional<String> ruleId,
      String effect,
      String reason,
      String stage,
      boolean candidate) {}

  /**
   * The obligations of the caller.
   *
   * @param arguments redacted arguments to use instead of the sent ones; empty when nothing was
   *     redacted
   */
  record Obligations(
      List<RedactedField> redactions,
      Optional<Map<String, Object>> arguments,
      Optional<Route> route) {}

  /** The required approval. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Approval(
      Optional<String> approvalId,
      String status,
      Optional<String> statusUrl,
      Optional<String> group,
      int approvalsRequired,
      long timeoutSeconds,
      List<String> channels,
      Instant expiresAt) {}

  /** The location where the action runs. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  record Route(
      String mode,
      String requestedMode,
      String outcome,
      Optional<String> profileName,
      boolean failClosed) {
    static Route of(Routing routing) {
      return new Route(
          routing.mode().toString(),
          routing.requested().toString(),
          routing.outcome().toString(),
          routing.profile(),
          routing.failClosed());
    }
  }

  /** Returns the response to a request of an agent. */
  static EvalResponse of(
      EvalRequest request,
      Optional<String> decisionId,
      Optional<String> agentId,
      Optional<String> sessionId,
      Verdict verdict,
      RedactedArguments redacted,
      Optional<PendingApproval> pendingApproval,
      Instant at,
      Duration duration) {
    return new EvalResponse(
        decisionId,
        verdict.effect().label(),
        verdict.isAllowed(),
        verdict.wouldBlock(),
        verdict.isEnforced(),
        verdict.reason(),
        verdict.code().toString(),
        verdict.severity().label(),
        matched(verdict),
        shadow(verdict),
        verdict.warnings(),
        new Obligations(
            redacted.fields(),
            redacted.changed(),
            verdict.routing().requested() == RoutingMode.INLINE
                ? Optional.empty()
                : Optional.of(Route.of(verdict.routing()))),
        verdict.approval().map(terms -> approval(terms, pendingApproval, at)),
        Route.of(verdict.routing()),
        agentId,
        sessionId,
        request.traceId(),
        request.isDryRun(),
        at,
        duration.toNanos() / 1_000_000d);
  }

  private static Approval approval(
      ApprovalObligation terms, Optional<PendingApproval> pendingApproval, Instant at) {
    return new Approval(
        pendingApproval.map(PendingApproval::approvalId),
        pendingApproval.map(PendingApproval::status).orElse("required"),
        pendingApproval.map(pending -> "/v1/approvals/" + pending.approvalId()),
        terms.group(),
        terms.approvalsRequired(),
        pendingApproval.map(PendingApproval::timeoutSeconds).orElse((long) terms.timeoutSeconds()),
        pendingApproval.map(PendingApproval::channels).orElse(terms.channels()),
        pendingApproval
            .map(PendingApproval::expiresAt)
            .orElse(at.plusSeconds(terms.timeoutSeconds())));
  }

  private static List<MatchedRule> matched(Verdict verdict) {
    List<MatchedRule> rules = new ArrayList<>();
    for (Verdict.PolicyResult ruleMatch : verdict.said()) {
      PolicyVersionInForce member = ruleMatch.member();
      if (member.isShadow()) {
        continue;
      }
      for (RuleMatch match : rulesOf(ruleMatch)) {
        rules.add(
            new MatchedRule(
                member.policyId(),
                member.version(),
                NonEmpty.of(match.ruleId()),
                match.effect().label(),
                match.severity().label(),
                match.reason(),
                member.mode().toString(),
                member.mode() == io.svc.server.policies.Stage.ENFORCE));
      }
    }
    return rules;
  }

  private static List<ShadowRule> shadow(Verdict verdict) {
    List<ShadowRule> rules = new ArrayList<>();
    for (Verdict.PolicyResult ruleMatch : verdict.said()) {
      PolicyVersionInForce member = ruleMatch.member();
      if (!member.isShadow()) {
        continue;
      }
      for (RuleMatch match : rulesOf(ruleMatch)) {
        rules.add(
            new ShadowRule(
                member.policyId(),
                member.version(),
                NonEmpty.of(match.ruleId()),
                match.effect().label(),
                match.reason(),
                member.mode().toString(),
                member.isCandidate()));
      }
    }
    return rules;
  }

  /** Returns the rules that matched; without one, the default effect of the policy. */
  private static List<RuleMatch> rulesOf(Verdict.PolicyResult match) {
    if (!match.outcome().matches().isEmpty()) {
      return match.outcome().matches();
    }
    return match.outcome().effect() == Effect.ALLOW
        ? List.of()
        : List.of(
            new RuleMatch(
                "",
                match.outcome().effect(),
                io.svc.rules.Severity.MEDIUM,
                "No rule allows this action, and the policy denies by default.",
                false,
                false));
  }
}
