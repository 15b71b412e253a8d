package io.svc.server.attestation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keys as the API tells them: without their secrets. */
record KeyListing(List<View> keys) {
  static KeyListing of(List<ClaimKey> keys) {
    return new KeyListing(keys.stream().map(View::of).toList());
  }

  /**
   * A key.
   *
   * @param status whether it signs, or only verifies
   * @param jwk empty where the key is a secret of this service
   */
  record View(
      String keyId,
      SigningAlgorithm signingAlgorithm,
      Verifiability verifiability,
      String status,
      Instant createdAt,
      Optional<Instant> retiredAt,
      Optional<Jwk> jwk) {
    static View of(ClaimKey key) {
      return new View(
          key.keyId(),
          key.algorithm(),
          key.algorithm().verifiability(),
          key.retiredAt().isPresent() ? "retired" : "in_use",
          key.createdAt(),
          key.retiredAt(),
          Optional.of(key)
              .filter(k -> k.algorithm() == SigningAlgorithm.ED25519)
              .map(k -> new Jwk("OKP", "Ed25519", "EdDSA", "sig", k.keyId(), k.publicKey())));
    }
  }

  /** A public key of Ed25519 (RFC 8037, section 2). */
  record Jwk(String kty, String crv, String alg, String use, String kid, String x) {}
}
