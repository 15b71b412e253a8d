package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A key that signs claims.
 *
 * @param keyId {@code atk_} and a ULID
 * @param publicKey 32 bytes in base64url; empty without one
 * @param sealedKey the private key, sealed; empty for a derived key
 * @param retiredAt the time since which it only verifies
 */
public record ClaimKey(
    String keyId,
    SigningAlgorithm algorithm,
    String publicKey,
    String sealedKey,
    Instant createdAt,
    Optional<Instant> retiredAt) {
  public ClaimKey {
    requireNonNull(keyId, "keyId is null");
    requireNonNull(algorithm, "algorithm is null");
    requireNonNull(publicKey, "publicKey is null");
    requireNonNull(sealedKey, "sealedKey is null");
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(retiredAt, "retiredAt is null");
  }

  /** Returns the identifier only. */
  @Override
  public String toString() {
    return keyId;
  }
}
