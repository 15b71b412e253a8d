package io.svc.server.apikeys;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/**
 * The people behind keys. What somebody does by a key that he made, he does himself: where two
 * people are asked for, the two are one.
 */
public final class KeyOwners {
  /** A key can be made by a key, which was made by somebody. */
  private static final int LONGEST_CHAIN = 100;

  private KeyOwners() {}

  /**
   * Who is behind a caller.
   *
   * @param callerId of a member or of a key, also of one that was revoked
   * @return the member who was told the key's text when it was made or rotated, or the caller where
   *     there is nobody behind him
   */
  public static String personBehind(Tx tx, OrgId org, String callerId) {
    ApiKeyStore store = tx.on(ApiKeyStore.class);
    String person = callerId;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      Optional<String> maker =
          store.find(org, person).map(ApiKey::issuedTo).filter(id -> !id.isEmpty());
      if (maker.isEmpty()) {
        return person;
      }
      person = maker.get();
    }
    return person;
  }
}
