package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.http.Idempotency;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A decision that was made and is not yet on record.
 *
 * @param snapshot what it was made with
 * @param masked what was asked, as it is stored
 * @param facts what it was made of, as they are stored
 * @param took how long the making took
 * @param key of the request, when it may be sent again
 * @param sealer of the call, where the server sends it once people agree to it
 * @param callerId of who asks; empty for the service itself
 * @param digest of the action; empty where nobody has to agree to it
 * @param approvalId the approval by which the caller wants to go on
 * @param approval what people are asked, or said
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
    Redacted redacted,
    Instant at,
    Duration took,
    Optional<Idempotency.Key> key,
    Optional<CallSealer> sealer,
    String callerId,
    String digest,
    Optional<String> approvalId,
    Optional<PendingApproval> approval) {
  /** The same, with what people said, or are asked. */
  PendingDecision with(Verdict other, Optional<PendingApproval> asked) {
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
        asked);
  }

  /** What is told of it when it was only tried. */
  EvalResponse trial() {
    return EvalResponse.of(
        request,
        Optional.empty(),
        agent.isKnown() ? Optional.of(agent.id()) : Optional.empty(),
        Optional.empty(),
        verdict,
        redacted,
        approval,
        at,
        took);
  }

  /** What is told of it once it is on record. */
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

  /** The same for whoever asks from within the server. */
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
