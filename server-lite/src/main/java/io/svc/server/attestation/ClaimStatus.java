package io.svc.server.attestation;

import java.util.Locale;

/** The status of a claim. */
public enum ClaimStatus {
  VALID,
  EXPIRED,
  /** Revoked, which takes precedence over every other status. */
  REVOKED,
  /**
   * Not a claim of this service, or no longer true. Reported by a verification, never in a list.
   */
  INVALID;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
