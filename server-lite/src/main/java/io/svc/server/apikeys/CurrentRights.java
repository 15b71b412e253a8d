package io.svc.server.apikeys;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Rights;
import java.util.Optional;

/**
 * Current rights of a member or an API key, for operations that were started earlier and take
 * effect now, such as an invitation.
 */
public final class CurrentRights {
  private final Accounts accounts;

  public CurrentRights(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * Returns the current rights of a caller.
   *
   * @param callerId the identifier of a member or of a key
   * @return empty for a member who was removed or is locked, and for a key that cannot be used
   */
  public Optional<Rights> of(Tx tx, OrgId org, String callerId) {
    Optional<Account> member = accounts.findMember(tx, org, callerId);
    if (member.isPresent()) {
      return member
          .filter(activeAccount -> activeAccount.status() == Account.Status.ACTIVE)
          .flatMap(Account::role)
          .map(Rights::of);
    }
    return tx.on(ApiKeyStore.class)
        .find(org, callerId)
        .map(key -> ApiKeyRights.of(tx, key))
        .filter(key -> key.isUsable(tx.now()))
        .flatMap(ApiKeyRights::rights);
  }
}
