package io.svc.server.attestation;

import java.util.Locale;

/** The reason of a verification result. The labels are part of the interface. */
public enum VerificationReason {
  VERIFIED(
      ClaimStatus.VALID,
      "The signature is valid, the claim has neither expired nor been revoked, and the agent is"
          + " unchanged."),
  MALFORMED(ClaimStatus.INVALID, "The claim has missing or unknown members."),
  UNKNOWN_KEY(
      ClaimStatus.INVALID, "The organization has no key with this identifier and algorithm."),
  BAD_SIGNATURE(ClaimStatus.INVALID, "The signature does not match the claim."),
  UNKNOWN_CLAIM(
      ClaimStatus.INVALID,
      "The signature is valid, but the organization has no such claim, so its"
          + " revocation status is unknown."),
  REVOKED(ClaimStatus.REVOKED, "The claim was revoked."),
  EXPIRED(ClaimStatus.EXPIRED, "The claim has expired."),
  NOT_YET_VALID(ClaimStatus.INVALID, "The claim is not valid yet."),
  AGENT_UNKNOWN(ClaimStatus.INVALID, "The agent no longer exists."),
  AGENT_CONTAINED(ClaimStatus.INVALID, "The agent is contained by an incident."),
  AGENT_SUSPENDED(ClaimStatus.INVALID, "The agent is suspended."),
  AGENT_RETIRED(ClaimStatus.INVALID, "The agent is retired."),
  SUBJECT_CHANGED(
      ClaimStatus.INVALID, "The agent or its policies have changed since the claim was issued.");

  private final ClaimStatus status;
  private final String sentence;

  VerificationReason(ClaimStatus status, String sentence) {
    this.status = status;
    this.sentence = sentence;
  }

  /** Returns the resulting status of the claim. */
  public ClaimStatus status() {
    return status;
  }

  /** Returns the reason as a sentence for users. */
  public String sentence() {
    return sentence;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
