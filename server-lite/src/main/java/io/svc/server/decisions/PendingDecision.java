package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.http.Idempotency;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A decision that is not recorded yet.
 *
 * @param snapshot the snapshot that it is based on
 * @param masked the request in its stored form
 * @param facts the facts in their stored form
 * @param took the duration of the evaluation
 * @param key the idempotency key of the request, if any
 * @param sealer seals the call, if the server sends it after approval
 * @param callerId identifier of the caller; empty for the service itself
 * @param digest digest of the action; empty when no approval is required
 * @param approvalId identifier of the approval that the caller wants to use
 * @param approval the requested or consumed approval
 */
record PendingDecision(
    OrgId org,
    String decisionId,
    EvalRequest request,
    ActingAgent agent,
    PolicySnapshot snapshot,
    MaskedRequest masked,
    MaskedFacts facts,
    Verdict verdict,
    RedactedArguments redacted,
    Instant at,
    Duration took,
    Optional<Idempotency.Key> key,
    Optional<CallSealer> sealer,
    String callerId,
    String digest,
    Optional<String> approvalId,
    Optional<PendingApproval> approval) {
  /** Returns this decision with the result of an approval. */
  PendingDecision with(Verdict other, Optional<PendingApproval> pendingApproval) {
    return new PendingDecision(
        org,
        decisionId,
        request,
        agent,
        snapshot,
        masked,
        facts,
        other,
        redacted,
        at,
        took,
        key,
        sealer,
        callerId,
        digest,
        approvalId,
        pendingApproval);
  }

  /** Returns the response for a dry run. */
  EvalResponse trial() {
    return EvalResponse.of(
        request,
        Optional.empty(),
        agent.isRegistered() ? Optional.of(agent.id()) : Optional.empty(),
        Optional.empty(),
        verdict,
        redacted,
        approval,
        at,
        took);
  }

  /** Returns the response for a recorded decision. */
  EvalResponse answer(String sessionId) {
    return EvalResponse.of(
        request,
        Optional.of(decisionId),
        Optional.of(agent.id()),
        Optional.of(sessionId),
        verdict,
        redacted,
        approval,
        at,
        took);
  }

  /** Returns the result for other features of the server. */
  DecisionResult ruling(String sessionId) {
    return DecisionResult.of(
        verdict,
        redacted,
        Optional.of(decisionId),
        Optional.of(agent.id()),
        Optional.of(sessionId),
        approval.map(PendingApproval::approvalId));
  }
}
