package io.svc.server.evidence;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.db.Tx;
import io.svc.server.secrets.Keyring;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Seals the originals of records that are stored masked, with AES-256-GCM. Each tenant has a random
 * key, which is stored sealed with the key of the store: when a tenant is purged its key is
 * deleted, and no copy of a sealed original can be read any more. An original opens only for the
 * tenant and the record that it was sealed for. Safe for many threads, and for several servers on
 * one store.
 */
public final class SealedOriginals {
  private static final String USE = "evidence";

  private final Database database;
  private final Keyring keyring;
  private final Map<OrgId, Keyring> keys = new ConcurrentHashMap<>();

  /**
   * Creates the originals of a store.
   *
   * @param keyring the key of the store
   */
  public SealedOriginals(Database database, Keyring keyring) {
    this.database = database;
    this.keyring = keyring;
  }

  /**
   * Loads the key of a tenant into memory, and creates it when there is none; from then on sealing
   * reads no store. Must not be called in a transaction.
   */
  public void prepare(OrgId org) {
    key(org);
  }

  /**
   * Seals an original.
   *
   * @param record the identifier of the record that it belongs to
   */
  public String seal(OrgId org, String record, String original) {
    byte[] sealed =
        key(org).seal(USE, bound(org, record), original.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  /**
   * Opens an original.
   *
   * @return empty when it was sealed for another record or tenant, or with a deleted key
   */
  public Optional<String> open(Tx tx, OrgId org, String record, String sealed) {
    Keyring cachedKey = keys.get(org);
    return (cachedKey == null ? stored(tx, org).flatMap(keyring::open) : Optional.of(cachedKey))
        .flatMap(key -> open(key, org, record, sealed));
  }

  /** The same outside of a transaction. */
  public Optional<String> open(OrgId org, String record, String sealed) {
    return database.read(tx -> open(tx, org, record, sealed));
  }

  private static Optional<String> open(Keyring key, OrgId org, String record, String sealed) {
    try {
      return key.open(USE, bound(org, record), Base64.getUrlDecoder().decode(sealed))
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      // Not base64: it was changed.
      return Optional.empty();
    }
  }

  private static String bound(OrgId org, String record) {
    return org.value() + "\n" + record;
  }

  private Keyring key(OrgId org) {
    Keyring cachedKey = keys.get(org);
    if (cachedKey != null) {
      return cachedKey;
    }
    String sealed =
        database
            .read(tx -> stored(tx, org))
            .orElseGet(() -> database.write(tx -> created(tx, org)));
    Keyring key =
        keyring
            .open(sealed)
            .orElseThrow(
                () ->
                    new StoreUnavailableException(
                        "the evidence key of " + org + " was sealed with another key"));
    keys.put(org, key);
    return key;
  }

  /** Creates the key. If several servers create a key at the same time, the first one is used. */
  private String created(Tx tx, OrgId org) {
    tx.on(EvidenceKeyStore.class).insert(org, keyring.sealedKey(), tx.now());
    return stored(tx, org).orElseThrow();
  }

  private static Optional<String> stored(Tx tx, OrgId org) {
    return tx.on(EvidenceKeyStore.class).sealed(org);
  }

  /** Removes the key of a tenant. Its originals can never be opened again. */
  public long removeAll(Tx tx, OrgId org) {
    tx.afterCommit(() -> keys.remove(org));
    return tx.removeAll(org, "evidence_key");
  }

  /** SQL statements for the keys that seal evidence. */
  interface EvidenceKeyStore {
    @SqlQuery("SELECT sealed FROM evidence_key WHERE org_id = :org")
    Optional<String> sealed(OrgId org);

    /** Adds the key of a tenant that has none. */
    @SqlUpdate(
        """
        INSERT INTO evidence_key (org_id, sealed, created_at) VALUES (:org, :sealed, :now)
        ON CONFLICT (org_id) DO NOTHING
        """)
    int insert(OrgId org, String sealed, Instant now);
  }
}
