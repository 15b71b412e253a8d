package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.policies.dsl.ApprovalObligation;
import io.svc.server.policies.dsl.Facts;
import java.util.Optional;

/**
 * A request for approval. All texts are masked.
 *
 * @param callerId identifier of the requesting member or key; empty for the service itself
 * @param digest digest of the complete action; see {@link ActionDigest}
 * @param policies the policies that the decision depends on, with their versions and stages
 * @param path of the destination, without its query
 * @param isOutwards whether the action has a destination
 */
public record ApprovalRequest(
    String decisionId,
    String agentId,
    String agentName,
    String sessionId,
    String callerId,
    String digest,
    String policies,
    String policyId,
    long policyVersion,
    String ruleId,
    Severity severity,
    String reason,
    ApprovalObligation terms,
    String action,
    String server,
    String tool,
    String operation,
    String method,
    String host,
    String path,
    JsonNode arguments,
    String justification,
    boolean isOutwards,
    Optional<HeldCall> held) {
  private static final int LONGEST_PATH = 1_000;

  static ApprovalRequest of(PendingDecision decision, String sessionId) {
    Verdict verdict = decision.verdict();
    MaskedRequest masked = decision.masked();
    return new ApprovalRequest(
        decision.decisionId(),
        decision.agent().id(),
        decision.agent().facts().name(),
        sessionId,
        decision.callerId(),
        decision.digest(),
        decision.snapshot().groupOf(decision.agent().id()).enforced(),
        verdict.policyId(),
        version(verdict),
        verdict.ruleId(),
        verdict.severity(),
        verdict.reason(),
        verdict.approval().orElse(ApprovalObligation.DEFAULT),
        masked.action(),
        masked.server(),
        masked.tool(),
        masked.operation(),
        masked.method(),
        masked.host(),
        masked.path(),
        decision.facts().arguments(),
        masked.justification(),
        !masked.host().isEmpty(),
        decision.request().held());
  }

  private static long version(Verdict verdict) {
    return verdict.said().stream()
        .map(Verdict.PolicyResult::member)
        .filter(match -> match.policyId().equals(verdict.policyId()) && !match.isCandidate())
        .mapToLong(PolicyVersionInForce::version)
        .findFirst()
        .orElse(0);
  }

  /** Returns the path of a destination for display. */
  static String path(Optional<Facts.Destination> destination) {
    String path = destination.map(Facts.Destination::path).orElse("").split("\\?", 2)[0];
    return path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH - 1) + "…";
  }
}
