package io.svc.server.mcp;

import io.svc.server.SharedComponents;
import io.svc.server.TestServer;
import io.svc.server.audit.AuditLog;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Credentials;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.HttpServer;
import io.svc.server.http.Pages;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RateLimits;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The feature alone, over real HTTP and a real store. Its keys name who calls: {@code
 * <org>/<role>}, and are no secrets.
 */
final class McpSite implements AutoCloseable {
  private final Database database;
  private final AuditLog audit;
  private final HttpServer http;
  private final List<String> accepted = new ArrayList<>();
  private final ConcurrentMap<String, OrgId> orgs = new ConcurrentHashMap<>();
  private final Identifiers identifiers = new Identifiers(Clock.systemUTC());
  private final McpModule mcp;

  McpSite(Database database, Path directory) {
    this.database = database;
    Keyring keyring = keyring(directory);
    this.audit = new AuditLog(database, identifiers, keyring);
    this.mcp =
        new McpModule(
            SharedComponents.ofOpenStore(database, keyring, Clock.systemUTC()),
            (tx, caller, report, opened) -> {
              accepted.add(report.reportId());
              return (int)
                  opened.stream().filter(f -> f.severity().label().equals("critical")).count();
            });
    Api api = new Api();
    mcp.register(api);
    this.http =
        new HttpServer(
            new HttpServer.Settings(
                "127.0.0.1", 0, Optional.empty(), List.of(), TestServer.LAST_WORD),
            api.routes(),
            new Keys(),
            new RateLimits(RateLimitProfile.OFF),
            new CsrfTokens(keyring),
            identifiers,
            new Nobody(),
            Pages.NONE);
    http.start();
  }

  private static Keyring keyring(Path directory) {
    try {
      Path file = directory.resolve("master.key");
      Files.write(file, new byte[MasterKey.LENGTH]);
      return new Keyring(MasterKey.read(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The organisation of a name; the same whenever it is asked for. */
  OrgId org(String name) {
    return orgs.computeIfAbsent(name, n -> new OrgId(identifiers.next("org_")));
  }

  /** From now on the names are other organisations'. */
  void forgetOrgs() {
    orgs.clear();
    accepted.clear();
  }

  /** Somebody of an organisation. */
  Client client(String org, Role role) {
    return Client.of(http.address(), answer -> {})
        .with("Authorization", "Bearer " + org(org) + "/" + role);
  }

  Client visitor() {
    return Client.of(http.address(), answer -> {});
  }

  Database database() {
    return database;
  }

  McpModule mcp() {
    return mcp;
  }

  AuditLog audit() {
    return audit;
  }

  /** The reports that the listener was told of. */
  List<String> accepted() {
    return accepted;
  }

  /** What the audit log of an organisation holds, as text. */
  String audited(String org) {
    return database.read(
        tx ->
            String.join(
                "\n",
                tx.handle()
                    .createQuery("SELECT entry FROM audit_entry WHERE org_id = :org ORDER BY seq")
                    .bind("org", org(org))
                    .mapTo(String.class)
                    .list()));
  }

  @Override
  public void close() {
    http.close();
    database.close();
  }

  private static final class Keys implements Credentials {
    @Override
    public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
      return Optional.empty();
    }

    @Override
    public Optional<Caller> key(String key, Caller.Origin origin) {
      String[] parts = key.split("/", 2);
      if (parts.length < 2) {
        return Optional.empty();
      }
      for (Role role : Role.values()) {
        if (role.toString().equals(parts[1])) {
          return Optional.of(
              new Caller(
                  Caller.Kind.API_KEY,
                  "key_1",
                  "key of " + role,
                  Optional.of(new OrgId(parts[0])),
                  Optional.of(role),
                  EnumSet.allOf(Scope.class),
                  key,
                  origin));
        }
      }
      return Optional.empty();
    }
  }

  private static final class Nobody implements HttpServer.Observer {
    @Override
    public void answered(String method, String route, int status, double seconds) {
      // Nothing is measured here.
    }

    @Override
    public void rejected(ErrorCode code, RateLimitBucket limit) {
      // Nothing is counted here.
    }

    @Override
    public void denied(Caller caller, String route, ApiException reason) {
      // The audit of refusals is the server's.
    }
  }
}
