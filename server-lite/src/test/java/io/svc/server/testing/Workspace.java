package io.svc.server.testing;

import io.svc.server.SharedComponents;
import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.http.Role;
import io.svc.server.invitations.Invitations;
import io.svc.server.mail.DashboardLinks;
import io.svc.server.mail.OutgoingMail;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;

/** What the features are built on, over one store, with a tenant and its administrator. */
public final class Workspace {
  /** Where calls come from. */
  public static final Caller.Origin ORIGIN =
      new Caller.Origin("192.0.2.7", "browser", "req_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

  private final SharedComponents core;
  private final Database database;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Account admin;

  /** Makes the tenant, called {@code Acme}. */
  public Workspace(Database database, Path directory, Clock clock) {
    this.core =
        SharedComponents.ofOpenStore(database, new Keyring(TestKeys.create(directory)), clock);
    this.database = database;
    this.accounts = core.accounts();
    this.tenants = core.tenants();
    this.admin = newAdmin("dana");
  }

  /** The administrator of one more tenant. */
  public Account newAdmin(String name) {
    return database.write(
        tx ->
            accounts.create(
                tx,
                name,
                name + "@example.com",
                name,
                Optional.empty(),
                Optional.of(
                    new Accounts.Membership(tenants.create(tx, "Acme", "").id(), Role.ADMIN))));
  }

  /** A member of the first tenant. */
  public Account newMember(String name, Role role) {
    return database.write(
        tx ->
            accounts.create(
                tx,
                name,
                name + "@example.com",
                name,
                Optional.empty(),
                Optional.of(new Accounts.Membership(org(), role))));
  }

  /** Somebody who is signed in. */
  public static Caller caller(Account account) {
    return new Caller(
        Caller.Kind.USER,
        account.userId(),
        account.email(),
        account.orgId(),
        account.role(),
        Set.of(),
        "",
        ORIGIN);
  }

  public Caller caller() {
    return caller(admin);
  }

  /** The invitations to all tenants. */
  public Invitations invitations(boolean sendsMail) {
    return new Invitations(
        database,
        core.identifiers(),
        accounts,
        tenants,
        core.mail(),
        core.audit(),
        new CurrentRights(accounts),
        new DashboardLinks(() -> URI.create("https://svc.example.com")),
        sendsMail);
  }

  /** The parts over the same store. */
  public SharedComponents core() {
    return core;
  }

  public Account admin() {
    return admin;
  }

  public OrgId org() {
    return admin.orgId().orElseThrow();
  }

  public Keyring keyring() {
    return core.keyring();
  }

  public Identifiers identifiers() {
    return core.identifiers();
  }

  public Accounts accounts() {
    return accounts;
  }

  public Tenants tenants() {
    return tenants;
  }

  public AuditLog audit() {
    return core.audit();
  }

  public OutgoingMail mail() {
    return core.mail();
  }
}
