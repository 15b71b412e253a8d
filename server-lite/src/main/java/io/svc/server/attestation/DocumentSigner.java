package io.svc.server.attestation;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Function;

/**
 * Signs documents other than claims with the keys that a tenant signs claims with: by Ed25519 (RFC
 * 8032), so that whoever has the public key can check them without this service, or by HMAC, which
 * this service alone can check. What is signed names its own format, which is never that of a
 * claim: one is not taken for the other. Safe for many threads.
 */
public final class DocumentSigner {
  private final ClaimKeys keys;

  public DocumentSigner(Keyring keyring, Identifiers identifiers) {
    this.keys = new ClaimKeys(keyring, identifiers);
  }

  /**
   * A signed document.
   *
   * @param text what was signed, in UTF-8
   * @param signature in base64url
   */
  public record Signed(String text, SigningAlgorithm algorithm, String signature) {}

  /**
   * Signs by Ed25519 with the key in use, which is made when there is none.
   *
   * @param document the text, told the identifier of the key
   */
  public Signed sign(Tx tx, OrgId org, Function<String, String> document) {
    return sign(tx, org, SigningAlgorithm.ED25519, document);
  }

  /** The same by an algorithm. */
  public Signed sign(
      Tx tx, OrgId org, SigningAlgorithm algorithm, Function<String, String> document) {
    ClaimKey key = keys.inUse(tx, org, algorithm);
    String text = document.apply(key.keyId());
    return new Signed(text, key.algorithm(), keys.sign(org, key, text));
  }

  /**
   * Whether a signature is that of a key of the tenant, be it in use or retired.
   *
   * @param signature in base64url
   */
  public boolean verifies(Tx tx, OrgId org, String keyId, String text, String signature) {
    return keys.find(tx, org, keyId)
        .filter(key -> keys.verifies(org, key, text, signature))
        .isPresent();
  }

  /**
   * Whether a signature is that of a key, without any store.
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
      // No base64url at all.
      return false;
    }
  }
}
