package io.svc.server.attestation;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.config.RegisterConstructorMapper;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The keys of each tenant, with one active key for each algorithm. HMAC keys are derived from the
 * master key by HKDF for tenant and key; Ed25519 keys are random and sealed. A retired key verifies
 * its signatures, and signs no more. Safe for many threads.
 */
final class ClaimKeys {
  private final Keyring keyring;
  private final Identifiers identifiers;

  ClaimKeys(Keyring keyring, Identifiers identifiers) {
    this.keyring = keyring;
    this.identifiers = identifiers;
  }

  /** Returns the active key; creates it if there is none yet. */
  ClaimKey inUse(Tx tx, OrgId org, SigningAlgorithm algorithm) {
    ClaimKeyStore store = tx.on(ClaimKeyStore.class);
    return store
        .inUse(org, algorithm)
        .orElseGet(
            () -> {
              make(tx, org, algorithm);
              // A concurrent caller created one first, and that key is active.
              return store.inUse(org, algorithm).orElseThrow();
            });
  }

  /** Returns a key, active or retired. */
  Optional<ClaimKey> find(Tx tx, OrgId org, String keyId) {
    return tx.on(ClaimKeyStore.class).find(org, keyId);
  }

  /** All keys, latest first. */
  List<ClaimKey> list(Tx tx, OrgId org) {
    return tx.on(ClaimKeyStore.class).list(org);
  }

  /** Replaces the active keys with new ones. */
  List<ClaimKey> rotate(Tx tx, OrgId org, Collection<SigningAlgorithm> algorithms) {
    List<ClaimKey> made = new ArrayList<>();
    for (SigningAlgorithm algorithm : algorithms) {
      ClaimKeyStore store = tx.on(ClaimKeyStore.class);
      store.retire(org, algorithm, tx.now());
      if (make(tx, org, algorithm) == 0) {
        throw new ApiException(
            ErrorCode.VERSION_CONFLICT, "The keys were rotated by another request.");
      }
      made.add(store.inUse(org, algorithm).orElseThrow());
    }
    return made;
  }

  private int make(Tx tx, OrgId org, SigningAlgorithm algorithm) {
    String keyId = identifiers.next("atk_");
    String open = "";
    String sealed = "";
    if (algorithm == SigningAlgorithm.ED25519) {
      Ed25519.EncodedKeyPair pair = Ed25519.generate();
      open = pair.open();
      sealed = keyring.seal(use(org, keyId), pair.secret());
    }
    return tx.on(ClaimKeyStore.class).insert(org, keyId, algorithm, open, sealed, tx.now());
  }

  /** Signs a text; the result is in base64url. */
  String sign(OrgId org, ClaimKey key, String text) {
    return switch (key.algorithm()) {
      case HMAC_SHA256 -> keyring.sign(use(org, key.keyId()), text);
      case ED25519 ->
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(
                  Ed25519.sign(
                      keyring
                          .open(use(org, key.keyId()), key.sealedKey())
                          .orElseThrow(
                              () ->
                                  new IllegalStateException(
                                      "the master key does not open " + key.keyId())),
                      text.getBytes(StandardCharsets.UTF_8)));
    };
  }

  /** Returns whether a signature is valid for this key. */
  boolean verifies(OrgId org, ClaimKey key, String text, String signature) {
    return switch (key.algorithm()) {
      case HMAC_SHA256 -> keyring.verifies(use(org, key.keyId()), text, signature);
      case ED25519 ->
          decoded(signature)
              .filter(
                  bytes ->
                      Ed25519.verifies(
                          key.publicKey(), text.getBytes(StandardCharsets.UTF_8), bytes))
              .isPresent();
    };
  }

  /** Decodes base64url and rejects noncanonical encodings. */
  private static Optional<byte[]> decoded(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)
          ? Optional.of(bytes)
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String use(OrgId org, String keyId) {
    return "attestation claims of " + org + " by " + keyId;
  }

  /** The API response with keys; it contains no secrets. */
  record KeyListResponse(List<View> keys) {
    static KeyListResponse of(List<ClaimKey> keys) {
      return new KeyListResponse(keys.stream().map(View::of).toList());
    }

    /**
     * A key.
     *
     * @param status whether it signs, or only verifies
     * @param jwk empty for a key that is a secret of this service
     */
    record View(
        String keyId,
        SigningAlgorithm signingAlgorithm,
        SigningAlgorithm.Verifiability verifiability,
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

  /** SQL statements for the keys of claims. */
  @RegisterConstructorMapper(ClaimKey.class)
  interface ClaimKeyStore {
    @SqlQuery(
        """
        SELECT * FROM attestation_key
        WHERE org_id = :org AND algorithm = :algorithm AND retired_at IS NULL
        """)
    Optional<ClaimKey> inUse(OrgId org, SigningAlgorithm algorithm);

    @SqlQuery("SELECT * FROM attestation_key WHERE org_id = :org AND key_id = :keyId")
    Optional<ClaimKey> find(OrgId org, String keyId);

    @SqlQuery("SELECT * FROM attestation_key WHERE org_id = :org ORDER BY key_id DESC")
    List<ClaimKey> list(OrgId org);

    /** Each algorithm has one active key; a second one is not stored. */
    @SqlUpdate(
        """
        INSERT INTO attestation_key (org_id, key_id, algorithm, public_key, sealed_key, created_at)
        VALUES (:org, :keyId, :algorithm, :publicKey, :sealedKey, :now)
        ON CONFLICT DO NOTHING
        """)
    int insert(
        OrgId org,
        String keyId,
        SigningAlgorithm algorithm,
        String publicKey,
        String sealedKey,
        Instant now);

    @SqlUpdate(
        """
        UPDATE attestation_key SET retired_at = :now
        WHERE org_id = :org AND algorithm = :algorithm AND retired_at IS NULL
        """)
    int retire(OrgId org, SigningAlgorithm algorithm, Instant now);
  }
}
