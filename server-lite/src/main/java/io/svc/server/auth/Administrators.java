package io.svc.server.auth;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.accounts.Passwords;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.http.Role;
import io.svc.server.tenants.Tenant;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Operations for the operator of the machine only: creating administrators and setting their
 * passwords. None of them is available over HTTP, so that the first visitor does not become the
 * administrator.
 */
public final class Administrators {
  private final Database database;
  private final Accounts accounts;
  private final Tenants tenants;
  private final Passwords passwords;
  private final PasswordResets resets;
  private final AuditLog audit;

  public Administrators(
      Database database,
      Accounts accounts,
      Tenants tenants,
      Passwords passwords,
      PasswordResets resets,
      AuditLog audit) {
    this.database = database;
    this.accounts = accounts;
    this.tenants = tenants;
    this.passwords = passwords;
    this.resets = resets;
    this.audit = audit;
  }

  /** An administrator and their tenant. */
  public record Administrator(
      String userId, String email, String tenant, String slug, Optional<Instant> lastLoginAt) {}

  /** Returns all administrators of the instance. */
  public List<Administrator> list() {
    return database.read(
        tx -> {
          List<Administrator> all = new ArrayList<>();
          for (Tenant tenant : tenants.all(tx)) {
            for (Account member : accounts.members(tx, tenant.id())) {
              if (member.role().filter(Role.ADMIN::equals).isPresent()) {
                all.add(
                    new Administrator(
                        member.userId(),
                        member.email(),
                        tenant.name(),
                        tenant.slug(),
                        member.lastLoginAt()));
              }
            }
          }
          return all;
        });
  }

  /** Returns why a password is rejected for an address; empty for a valid one. */
  public Optional<String> problem(String password, String email) {
    return passwords.problem(password, email, email);
  }

  /**
   * Creates an administrator: of the tenant with a slug, or of a new one with a name.
   *
   * @return the tenant; empty when there is no tenant with that slug
   */
  public Optional<Tenant> create(
      String email, String password, Optional<String> slug, String workspace) {
    String hash = passwords.hash(password);
    return database.write(
        tx -> {
          Optional<Tenant> tenant =
              slug.isEmpty()
                  ? Optional.of(tenants.create(tx, workspace, email))
                  : tenants.all(tx).stream().filter(t -> t.slug().equals(slug.get())).findFirst();
          if (tenant.isEmpty()) {
            return tenant;
          }
          OrgId org = tenant.get().id();
          Account account =
              accounts.create(
                  tx,
                  email,
                  email,
                  email,
                  Optional.of(hash),
                  Optional.of(new Accounts.Membership(org, Role.ADMIN)));
          audit.record(
              tx,
              org,
              Caller.system("operator", org),
              AuditEvent.of(Category.ADMIN, "admin.create", "user", account.userId(), email));
          return tenant;
        });
  }

  /**
   * Creates the tenant of the demo, and its first administrator.
   *
   * @throws io.svc.server.http.ApiException when the name or the address is taken
   */
  public Tenant createDemo(
      String username, String email, String name, String password, String workspace) {
    String hash = passwords.hash(password);
    return database.write(
        tx -> {
          Tenant tenant = tenants.createDemo(tx, workspace, email);
          Account account =
              accounts.create(
                  tx,
                  username,
                  email,
                  name,
                  Optional.of(hash),
                  Optional.of(new Accounts.Membership(tenant.id(), Role.ADMIN)));
          audit.record(
              tx,
              tenant.id(),
              Caller.system("demo", tenant.id()),
              AuditEvent.of(Category.ADMIN, "demo.seed", "user", account.userId(), email));
          return tenant;
        });
  }

  /** Returns whether a user has the address. */
  public boolean exists(String email) {
    return database.read(tx -> accounts.findByEmail(tx, email)).isPresent();
  }

  /** Sets the password of a user; returns whether the user exists. */
  public boolean setPassword(String email, String password) {
    String hash = passwords.hash(password);
    return database.write(
        tx -> {
          Optional<Account> account = accounts.findByEmail(tx, email);
          account.ifPresent(
              a ->
                  resets.set(
                      tx, a, hash, Caller.system("operator", a.orgId().orElse(OrgId.INSTANCE))));
          return account.isPresent();
        });
  }
}
