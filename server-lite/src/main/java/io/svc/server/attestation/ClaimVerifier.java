package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what a claim is worth. Signatures are checked first, since nothing that a claim says
 * counts before, and outside of the transaction that writes; then revocation, which is read in that
 * transaction, so that it holds from the moment at which it is stored; then the time; then the
 * agent.
 */
final class ClaimVerifier {
  /** By how much the clock of the server that issued a claim may be ahead of this one's. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final Database database;
  private final ClaimKeys keys;
  private final ClaimSubjects subjects;

  ClaimVerifier(Database database, ClaimKeys keys, ClaimSubjects subjects) {
    this.database = database;
    this.keys = keys;
    this.subjects = subjects;
  }

  /** What the signature of a claim is worth: the key that made it, or why there is none. */
  record Checked(UnverifiedClaim sent, Optional<ClaimKey> key, Optional<VerificationReason> flaw) {}

  Checked check(OrgId org, UnverifiedClaim sent) {
    if (sent.canonical().isEmpty()) {
      return new Checked(sent, Optional.empty(), Optional.of(VerificationReason.MALFORMED));
    }
    Optional<ClaimKey> key =
        database
            .read(tx -> keys.find(tx, org, sent.keyId()))
            .filter(known -> known.algorithm().toString().equals(sent.signingAlgorithm()));
    if (key.isEmpty()) {
      return new Checked(sent, key, Optional.of(VerificationReason.UNKNOWN_KEY));
    }
    boolean isGood = keys.verifies(org, key.get(), sent.canonical().get(), sent.signature());
    return new Checked(
        sent, key, isGood ? Optional.empty() : Optional.of(VerificationReason.BAD_SIGNATURE));
  }

  /** What the claim is worth at the moment of a transaction, which notes that it was asked. */
  Verification judge(Tx tx, Caller caller, Checked checked) {
    OrgId org = caller.tenant();
    UnverifiedClaim sent = checked.sent();
    Optional<Claim> kept = tx.on(ClaimStore.class).find(org, sent.claimId());
    if (checked.flaw().isPresent()) {
      return verification(tx, caller, checked, kept, checked.flaw().get(), List.of());
    }
    // What is kept under the identifier must be the very text that was signed.
    kept = kept.filter(claim -> claim.payload().equals(sent.canonical().orElseThrow()));
    if (kept.isEmpty()) {
      return verification(tx, caller, checked, kept, VerificationReason.UNKNOWN_CLAIM, List.of());
    }
    tx.on(ClaimStore.class).verified(org, sent.claimId(), tx.now());
    JsonNode signed = Json.own(sent.canonical().orElseThrow());
    VerificationReason reason = VerificationReason.VERIFIED;
    List<String> changed = List.of();
    if (kept.get().revokedAt().isPresent()) {
      reason = VerificationReason.REVOKED;
    } else if (!tx.now().isBefore(time(signed, "expiresAt"))) {
      reason = VerificationReason.EXPIRED;
    } else if (tx.now().plus(SKEW).isBefore(time(signed, "notBefore"))) {
      reason = VerificationReason.NOT_YET_VALID;
    } else {
      Optional<ClaimSubject> subject = subjects.of(tx, org, signed.path("agentId").asText());
      reason = subject.map(s -> s.standing().reason()).orElse(VerificationReason.AGENT_UNKNOWN);
      changed = subject.map(s -> changed(signed.path("subject"), digest(s))).orElse(List.of());
      if (reason == VerificationReason.VERIFIED && !changed.isEmpty()) {
        reason = VerificationReason.SUBJECT_CHANGED;
      }
    }
    return verification(tx, caller, checked, kept, reason, changed);
  }

  private static Instant time(JsonNode signed, String member) {
    return Instant.parse(signed.path(member).asText());
  }

  /** What a claim says of a subject, as it would be said now. */
  static JsonNode digest(ClaimSubject subject) {
    return Json.tree(subject.digest());
  }

  /** The members of a digest that are others now. */
  static List<String> changed(JsonNode signed, JsonNode now) {
    List<String> changed = new ArrayList<>();
    for (var member : now.properties()) {
      if (!member.getValue().equals(signed.path(member.getKey()))) {
        changed.add(member.getKey());
      }
    }
    return changed;
  }

  private static Verification verification(
      Tx tx,
      Caller caller,
      Checked checked,
      Optional<Claim> kept,
      VerificationReason reason,
      List<String> changed) {
    return new Verification(
        Optional.of(checked.sent().claimId()).filter(Identifiers::isWellFormed),
        reason,
        changed,
        kept.map(Claim::agentId),
        checked.key(),
        kept.filter(claim -> checked.flaw().isEmpty()).map(Claim::expiresAt),
        caller.name(),
        tx.now());
  }
}
