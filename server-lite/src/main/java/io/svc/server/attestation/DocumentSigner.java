package io.svc.server.attestation;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Function;

/**
 * Signs documents other than claims with a tenant's keys for claims: by Ed25519 (RFC 8032), which
 * anyone with the public key can verify without this service, or by HMAC, which only this service
 * can verify. A document names its own format, which claims never use, so the two cannot be
 * confused. Safe for many threads.
 */
public final class DocumentSigner {
  private final ClaimKeys keys;

  public DocumentSigner(Keyring keyring, Identifiers identifiers) {
    this.keys = new ClaimKeys(keyring, identifiers);
  }

  /**
   * A signed document.
   *
   * @param text the signed text, in UTF-8
   * @param signature in base64url
   */
  public record SignedDocument(String text, SigningAlgorithm algorithm, String signature) {}

  /**
   * Signs by Ed25519 with the active key, which is created if there is none.
   *
   * @param document returns the text for the identifier of the key
   */
  public SignedDocument sign(Tx tx, OrgId org, Function<String, String> document) {
    return sign(tx, org, SigningAlgorithm.ED25519, document);
  }

  /** The same with a given algorithm. */
  public SignedDocument sign(
      Tx tx, OrgId org, SigningAlgorithm algorithm, Function<String, String> document) {
    ClaimKey key = keys.inUse(tx, org, algorithm);
    String text = document.apply(key.keyId());
    return new SignedDocument(text, key.algorithm(), keys.sign(org, key, text));
  }

  /**
   * Returns whether a signature is valid for a key of the tenant, active or retired.
   *
   * @param signature in base64url
   */
  public boolean verifies(Tx tx, OrgId org, String keyId, String text, String signature) {
    return keys.find(tx, org, keyId)
        .filter(key -> keys.verifies(org, key, text, signature))
        .isPresent();
  }

  /**
   * Returns whether a signature is valid for a key, without a store.
   *
   * @param publicKey 32 bytes in base64url
   * @param signature in base64url
   */
  public static boolean verifies(String publicKey, String text, String signature) {
    try {
      return Ed25519.verifies(
          publicKey,
          text.getBytes(StandardCharsets.UTF_8),
          Base64.getUrlDecoder().decode(signature));
    } catch (IllegalArgumentException e) {
      // Not base64url.
      return false;
    }
  }
}
