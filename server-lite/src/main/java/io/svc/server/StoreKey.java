package io.svc.server;

import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.secrets.Keyring;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The key that seals and signs all stored data. It is in the store, sealed with the master key: a
 * change of the master key reseals only this key.
 */
public final class StoreKey {
  private StoreKey() {}

  /** Statements for the key. */
  interface KeyStore {
    @SqlQuery("SELECT sealed FROM store_key")
    Optional<String> sealed();

    @SqlUpdate(
        "INSERT INTO store_key (place, sealed) VALUES (1, :sealed) ON CONFLICT (place) DO NOTHING")
    int insert(String sealed);

    @SqlUpdate("UPDATE store_key SET sealed = :sealed")
    int update(String sealed);
  }

  /**
   * Returns the key of a store; creates it if there is none.
   *
   * @throws OperatorErrorException when the store belongs to another master key
   */
  static Keyring open(Database database, MasterKey master) {
    return find(database, master)
        .orElseThrow(
            () ->
                new OperatorErrorException(
                    "the master key does not belong to this store; restore the"
                        + " original key, or specify its file as master_key_file"));
  }

  /** The same; empty when the store belongs to another master key. */
  public static Optional<Keyring> find(Database database, MasterKey master) {
    Keyring outer = new Keyring(master);
    String sealed =
        database
            .read(tx -> tx.on(KeyStore.class).sealed())
            .orElseGet(() -> database.write(tx -> create(tx, outer)));
    return outer.open(sealed);
  }

  /** Creates the key. If several servers start at the same time, the first key is used. */
  private static String create(Tx tx, Keyring outer) {
    KeyStore store = tx.on(KeyStore.class);
    store.insert(outer.sealedKey());
    return store.sealed().orElseThrow();
  }

  /**
   * Returns the key of a store with its master key in its data directory. An interrupted change of
   * the master key is completed or reverted, depending on the store.
   *
   * @throws OperatorErrorException when the store belongs to another master key
   */
  static Keyring open(Database database, DataDirectory data) {
    Optional<Keyring> keyring = find(database, data.masterKey());
    Optional<MasterKey> draft = data.masterKeyDraft();
    if (draft.isEmpty()) {
      return keyring.orElseGet(() -> open(database, data.masterKey()));
    }
    if (keyring.isPresent()) {
      data.dropMasterKeyDraft();
      return keyring.get();
    }
    Keyring changed = open(database, draft.get());
    data.adoptMasterKeyDraft();
    return changed;
  }

  /**
   * Seals the key of a store with another master key, within a transaction.
   *
   * @throws OperatorErrorException when the master key was changed concurrently
   */
  public static void reseal(Tx tx, MasterKey from, MasterKey to) {
    KeyStore store = tx.on(KeyStore.class);
    store.update(
        new Keyring(from)
            .resealed(store.sealed().orElseThrow(), new Keyring(to))
            .orElseThrow(
                () -> new OperatorErrorException("the master key was changed in the meantime")));
  }
}
