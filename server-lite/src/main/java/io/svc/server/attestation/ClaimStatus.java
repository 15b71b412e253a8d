package io.svc.server.attestation;

import java.util.Locale;

/** What a claim is worth. */
public enum ClaimStatus {
  VALID,
  EXPIRED,
  /** Taken back, which is stronger than any other state. */
  REVOKED,
  /** No claim of this service, or no longer true. A verification tells it; no list does. */
  INVALID;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
