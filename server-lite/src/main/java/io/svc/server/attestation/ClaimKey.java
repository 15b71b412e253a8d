package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A key that claims are signed with.
 *
 * @param keyId {@code atk_} and a ULID
 * @param publicKey 32 bytes in base64url; empty where there is none
 * @param sealedKey the secret half, sealed; empty where the key is derived
 * @param retiredAt since when it only verifies
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

  /** Which, and nothing of the key. */
  @Override
  public String toString() {
    return keyId;
  }
}
