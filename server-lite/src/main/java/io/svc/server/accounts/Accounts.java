package io.svc.server.accounts;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Role;
import java.text.Normalizer;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Users, read and changed within the caller's transaction. */
public final class Accounts {
  private final Identifiers identifiers;

  public Accounts(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /** Normalizes names for comparison: without case, in Unicode NFKC. */
  public static String key(String name) {
    return Normalizer.normalize(name.strip(), Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
  }

  /**
   * Creates a user.
   *
   * @param member the tenant and role, if known
   * @throws ApiException {@code username_exists} when the name or the address is taken
   */
  public Account create(
      Tx tx,
      String username,
      String email,
      String name,
      Optional<String> passwordHash,
      Optional<Membership> member) {
    String userId = identifiers.next("usr_");
    AccountStore store = tx.on(AccountStore.class);
    boolean isDuplicate =
        store.byLogin(key(username)).isPresent() || store.byLogin(key(email)).isPresent();
    try {
      if (isDuplicate) {
        throw exists();
      }
      store.insert(
          member.map(Membership::org),
          userId,
          username,
          key(username),
          email,
          key(email),
          name,
          member.map(Membership::role),
          passwordHash,
          tx.now(),
          member.map(m -> tx.now()));
    } catch (RuntimeException e) {
      throw StoreErrors.isDuplicate(e) ? exists() : e;
    }
    return get(tx, userId);
  }

  private static ApiException exists() {
    return new ApiException(
        ErrorCode.USERNAME_EXISTS, "The username or the e-mail address is taken.");
  }

  /**
   * The membership in a tenant.
   *
   * @param role the role in it
   */
  public record Membership(OrgId org, Role role) {}

  /** Returns an existing user. */
  public Account get(Tx tx, String userId) {
    return tx.on(AccountStore.class).byId(userId).orElseThrow();
  }

  /** Returns a user by name or address. */
  public Optional<Account> findByLogin(Tx tx, String login) {
    return tx.on(AccountStore.class).byLogin(key(login));
  }

  /** Returns a user by address. */
  public Optional<Account> findByEmail(Tx tx, String email) {
    return tx.on(AccountStore.class).byEmail(key(email));
  }

  /** Returns a user by their identity at the identity provider. */
  public Optional<Account> findByIdentity(Tx tx, String issuer, String subject) {
    return tx.on(AccountStore.class).byIdentity(issuer, subject);
  }

  /** Links the identity provider's subject to a user. */
  public void link(Tx tx, Account account, String issuer, String subject) {
    tx.on(AccountStore.class).link(issuer, subject, account.userId(), tx.now());
  }

  /** Adds a user without a tenant to one. */
  public Account join(Tx tx, Account account, Membership membership) {
    tx.outdate(Account.class);
    tx.on(AccountStore.class).join(membership.org(), account.userId(), membership.role(), tx.now());
    return get(tx, account.userId());
  }

  public void signedIn(Tx tx, Account account) {
    tx.on(AccountStore.class).signedIn(account.userId(), tx.now());
  }

  public void setPassword(Tx tx, Account account, String hash) {
    tx.on(AccountStore.class).setPassword(account.userId(), hash);
  }

  /** Returns the members of a tenant, in order of creation. */
  public List<Account> members(Tx tx, OrgId org) {
    return tx.on(AccountStore.class).members(org);
  }

  /**
   * Returns the next members, in the order of their identifiers.
   *
   * @param after the last known identifier; empty for the first page
   */
  public List<Account> membersAfter(Tx tx, OrgId org, String after, int limit) {
    return tx.on(AccountStore.class).membersAfter(org, after, limit);
  }

  /** Returns the members who sign in through an identity provider. */
  public Set<String> linked(Tx tx, OrgId org) {
    return new HashSet<>(tx.on(AccountStore.class).linked(org));
  }

  /** Returns a member of a tenant. */
  public Optional<Account> findMember(Tx tx, OrgId org, String userId) {
    return tx.on(AccountStore.class).member(org, userId);
  }

  /**
   * Changes the role of a member.
   *
   * @throws ApiException {@code last_admin} when no administrator would be left
   */
  public void setRole(Tx tx, OrgId org, Account member, Role role) {
    if (!setRoleUnlessLastAdmin(tx, org, member, role)) {
      throw lastAdmin();
    }
  }

  /**
   * Sets the role that a member's groups at the identity provider map to. The last administrator
   * retains {@code role_admin} instead of being locked out.
   *
   * @return whether the member has the role now
   */
  public boolean setMappedRole(Tx tx, OrgId org, Account member, Role role) {
    boolean isSet = setRoleUnlessLastAdmin(tx, org, member, role);
    if (!isSet) {
      tx.on(AccountStore.class).keepAdmin(org, member.userId(), tx.now());
    }
    return isSet;
  }

  /** Returns the time since when the last administrator has the role despite the group mapping. */
  public Optional<Instant> lastAdminProtectedSince(Tx tx, OrgId org) {
    return tx.on(AccountStore.class).adminKeptSince(org);
  }

  private boolean setRoleUnlessLastAdmin(Tx tx, OrgId org, Account member, Role role) {
    AccountStore store = tx.on(AccountStore.class);
    store.lockAdmins(org);
    Account current = get(tx, member.userId());
    boolean isActiveAdmin =
        current.role().filter(Role.ADMIN::equals).isPresent()
            && current.status() == Account.Status.ACTIVE;
    if (isActiveAdmin && role != Role.ADMIN && store.countAdmins(org) == 1) {
      return false;
    }
    // The new role limits the member's keys immediately.
    tx.outdate(Account.class);
    store.setRole(org, member.userId(), role);
    return true;
  }

  /**
   * Removes a member and deletes the user.
   *
   * @throws ApiException {@code last_admin} when no administrator would be left
   */
  public void remove(Tx tx, OrgId org, Account member) {
    AccountStore store = tx.on(AccountStore.class);
    store.lockAdmins(org);
    tx.outdate(Account.class);
    store.delete(org, member.userId());
    if (store.countAdmins(org) == 0) {
      throw lastAdmin();
    }
  }

  /** Removes all members of a tenant that is being deleted. */
  public long removeAll(Tx tx, OrgId org) {
    tx.outdate(Account.class);
    return tx.removeAll(org, "account");
  }

  private static ApiException lastAdmin() {
    return new ApiException(
        ErrorCode.LAST_ADMIN,
        "This is the last member with role_admin. Assign the role to another member first.");
  }
}
