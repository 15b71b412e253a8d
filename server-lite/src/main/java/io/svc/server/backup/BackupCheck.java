package io.svc.server.backup;

import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditHead;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * Checks a backup like a restore does, within the limits of the backup alone: every byte against
 * the manifest, the store by SQLite, its rows, its schema, all audit chains. It cannot determine
 * who wrote the backup; store the heads of the chains elsewhere for that.
 */
public final class BackupCheck {
  private final Clock clock;

  public BackupCheck(Clock clock) {
    this.clock = clock;
  }

  /**
   * Checks a backup, and removes its temporary files.
   *
   * @throws OperatorErrorException when the disk has too little space to unpack it
   */
  public BackupVerdict verify(BackupFile backup, Path near) {
    try (TemporaryDirectory workplace =
        Files.isWritable(near)
            ? TemporaryDirectory.in(near)
            : TemporaryDirectory.inDefaultLocation()) {
      return verifyInto(backup, workplace.file(BackupManifest.STORE));
    } catch (IOException e) {
      throw new OperatorErrorException("there is no directory to unpack the backup in", e);
    }
  }

  /** Checks a backup, and leaves its store in a file. */
  BackupVerdict verifyInto(BackupFile backup, Path store) {
    BackupManifest manifest = backup.manifest();
    List<String> problems = new ArrayList<>(backup.problems());
    if (problems.isEmpty() && backup.hasKey()) {
      backup.checkKey().ifPresent(problems::add);
    }
    if (problems.isEmpty()) {
      backup.unpackStore(store).ifPresent(problems::add);
    }
    if (problems.isEmpty()) {
      new SqliteFile(store).damage().forEach(damage -> problems.add("app.db is broken: " + damage));
    }
    if (!problems.isEmpty()) {
      return new BackupVerdict(manifest, problems, 0, List.of());
    }
    try (Database database = Database.sqlite(store, 1, clock)) {
      Migrations migrations = new Migrations(database);
      migrations.check();
      String schema = migrations.current().orElse("0");
      if (!schema.equals(manifest.schemaVersion())) {
        problems.add(
            "the store has schema version "
                + schema
                + "; the manifest specifies "
                + SafeText.quoted(manifest.schemaVersion()));
      }
      compareRows(new SqliteFile(store).rows(), manifest.rows(), problems);
      long entries = checkAudit(database, manifest, problems);
      return new BackupVerdict(manifest, problems, entries, migrations.pending());
    } catch (SchemaException e) {
      problems.add(e.getMessage());
    } catch (StoreUnavailableException | JdbiException e) {
      problems.add("app.db is not a store of svc-server");
    }
    return new BackupVerdict(manifest, problems, 0, List.of());
  }

  private static void compareRows(
      Map<String, Long> found, Map<String, Long> expected, List<String> problems) {
    TreeSet<String> tables = new TreeSet<>(found.keySet());
    tables.addAll(expected.keySet());
    for (String table : tables) {
      if (!Objects.equals(found.get(table), expected.get(table))) {
        problems.add(
            "table "
                + SafeText.quoted(table)
                + " has "
                + rows(found.get(table))
                + "; the manifest specifies "
                + rows(expected.get(table)));
      }
    }
  }

  private static String rows(@Nullable Long count) {
    return count == null ? "no place" : count + " rows";
  }

  private long checkAudit(Database database, BackupManifest manifest, List<String> problems) {
    AuditLog audit = AuditLog.withoutKey(database, new Identifiers(clock));
    List<AuditHead> heads = audit.heads();
    if (!heads.equals(manifest.auditHeads())) {
      problems.add("the audit chains do not end as specified in the manifest");
    }
    long entries = 0;
    for (AuditHead head : heads) {
      AuditVerdict verdict = audit.verify(head.org());
      entries += verdict.checked();
      Optional<String> reason = verdict.ok() ? Optional.empty() : verdict.reason();
      reason.ifPresent(
          r -> problems.add("the audit chain of " + SafeText.of(head.org().value()) + ": " + r));
    }
    return entries;
  }
}
