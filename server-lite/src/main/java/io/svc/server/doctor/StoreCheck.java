package io.svc.server.doctor;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.StoreKey;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.OrgId;
import io.svc.server.db.SchemaException;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.secrets.Keyring;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.JdbiException;

/** Checks the store: that it opens and is sound, its schema version, and its audit chains. */
final class StoreCheck {
  /** Older versions receive no more fixes (postgresql.org/support/versioning). */
  private static final int OLDEST_POSTGRESQL = 14;

  private final ServerConfig config;
  private final Clock clock;
  private final List<Diagnosis> found = new ArrayList<>();

  StoreCheck(ServerConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  List<Diagnosis> run() {
    boolean isShared = config.database().url().isPresent();
    if (!Files.isDirectory(config.dataDirectory())) {
      return found;
    }
    try {
      DataDirectory data = DataDirectory.open(config.dataDirectory());
      if (!isShared) {
        if (!Files.exists(data.database())) {
          found.add(
              Diagnosis.warning("store", "no store yet; the server creates it at the first start"));
          return found;
        }
        List<String> damage = new SqliteFile(data.database()).obviousDamage();
        if (!damage.isEmpty()) {
          damage.forEach(
              d ->
                  found.add(
                      Diagnosis.error(
                          "store", "app.db is broken: " + d + "; restore the last backup")));
          return found;
        }
        found.add(Diagnosis.ok("store", "app.db is intact"));
      }
      try (Database database =
          isShared
              ? SharedComponents.shared(config, clock)
              : SharedComponents.openSharedSqlite(data, clock)) {
        if (isShared) {
          checkPostgresql(database);
        }
        if (checkSchema(database)) {
          checkAudit(database, data);
        }
      }
    } catch (OperatorErrorException e) {
      found.add(Diagnosis.error("store", e.getMessage()));
    } catch (StoreUnavailableException | JdbiException e) {
      found.add(Diagnosis.error("store", "the store opens but does not respond"));
    }
    return found;
  }

  private void checkPostgresql(Database database) {
    String version =
        database.read(
            tx -> tx.handle().createQuery("SHOW server_version_num").mapTo(String.class).one());
    int major = Integer.parseInt(version) / 10_000;
    found.add(
        major >= OLDEST_POSTGRESQL
            ? Diagnosis.ok("store", "PostgreSQL " + major)
            : Diagnosis.warning(
                "store", "PostgreSQL " + major + "; expected " + OLDEST_POSTGRESQL + " or later"));
  }

  /** Returns whether further reads are possible. */
  private boolean checkSchema(Database database) {
    Migrations migrations = new Migrations(database);
    try {
      migrations.check();
    } catch (SchemaException e) {
      found.add(Diagnosis.error("schema", e.getMessage()));
      return false;
    }
    String current = migrations.current().orElse("none");
    List<String> pending = migrations.pending();
    if (pending.isEmpty()) {
      found.add(Diagnosis.ok("schema", "version " + current));
      return true;
    }
    found.add(
        Diagnosis.warning(
            "schema",
            "version "
                + current
                + "; the next start runs these migrations: "
                + String.join(", ", pending)));
    return migrations.current().isPresent();
  }

  private void checkAudit(Database database, DataDirectory data) {
    Identifiers identifiers = new Identifiers(clock);
    AuditLog audit =
        keyring(database, data)
            .map(key -> new AuditLog(database, identifiers, key))
            .orElseGet(() -> AuditLog.withoutKey(database, identifiers));
    long entries = 0;
    boolean areIntact = true;
    List<OrgId> chains = audit.chains();
    for (OrgId org : chains) {
      AuditVerdict verdict = audit.verify(org);
      entries += verdict.checked();
      if (!verdict.ok()) {
        areIntact = false;
        found.add(
            Diagnosis.error("audit", "the chain of " + org + ": " + verdict.reason().orElse("")));
      }
    }
    if (areIntact) {
      found.add(
          Diagnosis.ok(
              "audit",
              "all chains intact (chains: " + chains.size() + ", entries: " + entries + ")"));
    }
  }

  private Optional<Keyring> keyring(Database database, DataDirectory data) {
    try {
      return StoreKey.find(database, SharedComponents.masterKey(config, data));
    } catch (OperatorErrorException e) {
      // Reported by the check of the key.
      return Optional.empty();
    }
  }
}
