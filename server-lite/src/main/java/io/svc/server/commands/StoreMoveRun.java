package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.SharedComponents;
import io.svc.server.StoreKey;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.audit.Category;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Caller;
import io.svc.server.logging.SafeText;
import io.svc.server.secrets.Keyring;
import io.svc.server.storemigration.StoreMove;
import io.svc.server.storemigration.TableDigest;
import java.time.Clock;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A move of a store with its verification and messages. */
final class StoreMoveRun {
  /** Connections for the move and for Flyway, which queries during the migration. */
  static final int CONNECTIONS = 3;

  private final ServerConfig config;
  private final DataDirectory data;
  private final Clock clock;

  StoreMoveRun(ServerConfig config, DataDirectory data, Clock clock) {
    this.config = config;
    this.data = data;
    this.clock = clock;
  }

  void refuseOtherKey(Database source) {
    keyring(source);
  }

  private Keyring keyring(Database database) {
    return StoreKey.find(database, SharedComponents.masterKey(config, data))
        .orElseThrow(
            () ->
                new OperatorErrorException(
                    "the master key does not belong to the store; restore the correct key, or set"
                        + " master_key_file to it, before the migration"));
  }

  ServerExitCode move(StoreMove move, Database source, Database target, CommandInvocation call) {
    Map<OrgId, AuditVerdict> before = verdicts(source);
    Map<String, TableDigest> digests = move.copy();
    List<String> wrong = move.differences(digests);
    Map<OrgId, AuditVerdict> after = verdicts(target);
    if (!before.equals(after)) {
      wrong.add("the audit chains differ from the source");
    }
    if (!wrong.isEmpty()) {
      wrong.forEach(line -> call.out().println("WRONG " + line));
      call.err()
          .println(
              "The store in the data directory was not changed. The database is marked as"
                  + " incomplete, and no server uses it.");
      return ServerExitCode.NO;
    }
    AuditLog audit = new AuditLog(target, new Identifiers(clock), keyring(target));
    move.finish(
        tx ->
            audit.record(
                tx,
                OrgId.INSTANCE,
                Caller.system("operator", OrgId.INSTANCE),
                AuditEvent.of(Category.SYSTEM, "system.migrate_store", "store", "", "postgresql")
                    .with("rows", digests.values().stream().mapToLong(TableDigest::rows).sum())));
    printResult(call, digests, after);
    return ServerExitCode.DONE;
  }

  /**
   * Verifies all audit chains. A chain that was broken before does not prevent the move, but must
   * be equally broken afterwards.
   */
  private Map<OrgId, AuditVerdict> verdicts(Database database) {
    AuditLog audit = new AuditLog(database, new Identifiers(clock), keyring(database));
    Map<OrgId, AuditVerdict> verdicts = new LinkedHashMap<>();
    audit.chains().forEach(org -> verdicts.put(org, audit.verify(org)));
    return verdicts;
  }

  private void printResult(
      CommandInvocation call, Map<String, TableDigest> digests, Map<OrgId, AuditVerdict> chains) {
    call.out()
        .println(
            "migrated "
                + amounts(digests.values().stream().map(TableDigest::rows).toList())
                + " and verified each row");
    long entries = chains.values().stream().mapToLong(AuditVerdict::checked).sum();
    long broken = chains.values().stream().filter(verdict -> !verdict.ok()).count();
    call.out()
        .println(
            "  "
                + Quantity.of(chains.size(), "audit chain")
                + ", "
                + Quantity.of(entries, "entry", "entries")
                + " checked"
                + (broken == 0 ? "" : "; " + broken + " BROKEN, as before the migration"));
    call.out()
        .println(
            "  start the server with database_url set to this database (SVC_DATABASE_URL, or in"
                + " svc.yaml), and this data directory, which contains the master key");
    call.out()
        .println(
            "  "
                + SafeText.of(data.database().toString())
                + " was not changed and is no longer used when database_url is set");
  }

  static String amounts(Collection<Long> rows) {
    return Quantity.of(rows.stream().mapToLong(Long::longValue).sum(), "row")
        + " in "
        + Quantity.of(rows.size(), "table");
  }
}
