package io.svc.server.apikeys;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/**
 * The members behind keys. An action by a key counts as an action of the member who created it:
 * where two people are required, the key and the member are one.
 */
public final class KeyOwners {
  /** The maximum length of a chain of keys that created each other. */
  private static final int LONGEST_CHAIN = 100;

  private KeyOwners() {}

  /**
   * Returns the member behind a caller.
   *
   * @param callerId the identifier of a member or of a key, also of a revoked one
   * @return the member who received the key's secret when it was created or rotated, or the caller
   *     if there is none
   */
  public static String memberOf(Tx tx, OrgId org, String callerId) {
    ApiKeyStore store = tx.on(ApiKeyStore.class);
    String memberId = callerId;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      Optional<String> maker =
          store.find(org, memberId).map(ApiKey::issuedTo).filter(id -> !id.isEmpty());
      if (maker.isEmpty()) {
        return memberId;
      }
      memberId = maker.get();
    }
    return memberId;
  }
}
