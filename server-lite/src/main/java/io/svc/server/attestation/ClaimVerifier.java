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
 * Verifies claims. The signature is checked first, outside of the writing transaction, because no
 * content of a claim is trusted before. Revocation follows. It is read in that transaction, so that
 * it applies immediately after it is stored. Expiry and the agent are checked last.
 */
final class ClaimVerifier {
  /** The maximum time that the clock of the issuing server may be ahead of the local clock. */
  private static final Duration SKEW = Duration.ofMinutes(1);

  private final Database database;
  private final ClaimKeys keys;
  private final ClaimSubjects subjects;

  ClaimVerifier(Database database, ClaimKeys keys, ClaimSubjects subjects) {
    this.database = database;
    this.keys = keys;
    this.subjects = subjects;
  }

  /** The result of a signature check: the key, or why the signature is invalid. */
  record SignatureCheck(
      UnverifiedClaim sent, Optional<ClaimKey> key, Optional<VerificationReason> flaw) {}

  SignatureCheck check(OrgId org, UnverifiedClaim sent) {
    if (sent.canonical().isEmpty()) {
      return new SignatureCheck(sent, Optional.empty(), Optional.of(VerificationReason.MALFORMED));
    }
    Optional<ClaimKey> key =
        database
            .read(tx -> keys.find(tx, org, sent.keyId()))
            .filter(claimKey -> claimKey.algorithm().toString().equals(sent.signingAlgorithm()));
    if (key.isEmpty()) {
      return new SignatureCheck(sent, key, Optional.of(VerificationReason.UNKNOWN_KEY));
    }
    boolean isGood = keys.verifies(org, key.get(), sent.canonical().get(), sent.signature());
    return new SignatureCheck(
        sent, key, isGood ? Optional.empty() : Optional.of(VerificationReason.BAD_SIGNATURE));
  }

  /** Returns the verification as of a transaction, and records it. */
  Verification judge(Tx tx, Caller caller, SignatureCheck checked) {
    OrgId org = caller.tenant();
    UnverifiedClaim sent = checked.sent();
    Optional<Claim> storedClaim = tx.on(ClaimStore.class).find(org, sent.claimId());
    if (checked.flaw().isPresent()) {
      return verification(tx, caller, checked, storedClaim, checked.flaw().get(), List.of());
    }
    // The stored text must be identical to the signed text.
    storedClaim =
        storedClaim.filter(claim -> claim.payload().equals(sent.canonical().orElseThrow()));
    if (storedClaim.isEmpty()) {
      return verification(
          tx, caller, checked, storedClaim, VerificationReason.UNKNOWN_CLAIM, List.of());
    }
    tx.on(ClaimStore.class).verified(org, sent.claimId(), tx.now());
    JsonNode signed = Json.readStored(sent.canonical().orElseThrow());
    VerificationReason reason = VerificationReason.VERIFIED;
    List<String> changed = List.of();
    if (storedClaim.get().revokedAt().isPresent()) {
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
    return verification(tx, caller, checked, storedClaim, reason, changed);
  }

  private static Instant time(JsonNode signed, String member) {
    return Instant.parse(signed.path(member).asText());
  }

  /** Returns the digest of a subject as a current claim would contain it. */
  static JsonNode digest(ClaimSubject subject) {
    return Json.tree(subject.digest());
  }

  /** Returns the changed members of a digest. */
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
      SignatureCheck checked,
      Optional<Claim> storedClaim,
      VerificationReason reason,
      List<String> changed) {
    return new Verification(
        Optional.of(checked.sent().claimId()).filter(Identifiers::isWellFormed),
        reason,
        changed,
        storedClaim.map(Claim::agentId),
        checked.key(),
        storedClaim.filter(claim -> checked.flaw().isEmpty()).map(Claim::expiresAt),
        caller.name(),
        tx.now());
  }
}
