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
record Made(
    OrgId org,
    String decisionId,
    EvalRequest request,
    ActingAgent agent,
    Snapshot snapshot,
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
    Optional<AskedApproval> approval) {
  /** The same, with what people said, or are asked. */
  Made with(Verdict other, Optional<AskedApproval> asked) {
    return new Made(
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
  EvalAnswer trial() {
    return EvalAnswer.of(
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
  EvalAnswer answer(String sessionId) {
    return EvalAnswer.of(
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
  Ruling ruling(String sessionId) {
    return Ruling.of(
        verdict,
        redacted,
        Optional.of(decisionId),
        Optional.of(agent.id()),
        Optional.of(sessionId),
        approval.map(AskedApproval::approvalId));
  }
}
