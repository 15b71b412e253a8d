package io.svc.server.backup;

import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.audit.Category;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.DataReplacement;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.OrgId;
import io.svc.server.db.SchemaException;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import io.svc.server.secrets.Keyring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Replaces the content of a data directory with the content of a backup. The new content is
 * unpacked, checked and prepared next to the old content before that is changed; the old content is
 * retained.
 */
public final class BackupRestore {
  private final DataDirectory data;
  private final Optional<Path> configuredKey;
  private final Optional<String> passphrase;
  private final Clock clock;

  /**
   * Creates a restore.
   *
   * @param data the locked data directory
   * @param configuredKey the configured file of the master key, outside of the directory
   * @param passphrase the passphrase of the master key in the backup
   */
  public BackupRestore(
      DataDirectory data, Optional<Path> configuredKey, Optional<String> passphrase, Clock clock) {
    this.data = data;
    this.configuredKey = configuredKey;
    this.passphrase = passphrase;
    this.clock = clock;
    if (!data.isLocked()) {
      throw new IllegalStateException("The directory must be locked");
    }
  }

  /** The master key after the restore. */
  public enum MasterKeyState {
    /** The key from the backup. */
    FROM_BACKUP,
    /** The existing key. */
    KEPT,
    /** None; the server does not start without one. */
    MISSING
  }

  /**
   * The result of a restore.
   *
   * @param aside the directory with the old content; empty when there was none
   * @param migrations the migrations that were run
   * @param sessions the number of ended sessions
   */
  public record RestoreResult(
      Optional<Path> aside, MasterKeyState key, List<String> migrations, long sessions) {
    public RestoreResult {
      migrations = List.copyOf(migrations);
    }
  }

  /**
   * Restores a backup.
   *
   * @throws OperatorErrorException on any failure; the directory is then unchanged
   */
  public RestoreResult run(BackupFile backup) {
    DataReplacement replacement = new DataReplacement(data);
    Path stage = replacement.stage();
    boolean isCommitted = false;
    try {
      Path store = stage.resolve(data.database().getFileName());
      data.restrictToOwner(store);
      BackupVerdict verdict = new BackupCheck(clock).verifyInto(backup, store);
      if (!verdict.ok()) {
        throw new OperatorErrorException(
            "nothing was restored because of a problem with "
                + SafeText.quoted(backup.name())
                + ": "
                + String.join("; ", verdict.problems()));
      }
      MasterKeyState key = installKey(backup, stage.resolve(data.masterKeyFile().getFileName()));
      long sessions = prepare(backup, store, stage.resolve("earlier"));
      Optional<Path> replacedFiles = replacement.commit(clock.instant());
      isCommitted = true;
      return new RestoreResult(replacedFiles, key, verdict.migrations(), sessions);
    } catch (IOException | SchemaException e) {
      throw new OperatorErrorException(
          e instanceof SchemaException schemaFailure
              ? schemaFailure.getMessage()
              : "the restored content cannot be written; is the disk full?",
          e);
    } finally {
      if (!isCommitted) {
        replacement.discard();
      }
    }
  }

  private MasterKeyState installKey(BackupFile backup, Path target) throws IOException {
    if (backup.hasKey() && passphrase.isPresent() && configuredKey.isEmpty()) {
      byte[] key = backup.key(passphrase.get());
      data.restrictToOwner(target);
      Files.write(target, key);
      rejectOtherKey(backup, target);
      return MasterKeyState.FROM_BACKUP;
    }
    Path present = configuredKey.orElse(data.masterKeyFile());
    if (Files.exists(present)) {
      rejectOtherKey(backup, present);
      if (configuredKey.isEmpty()) {
        data.restrictToOwner(target);
        Files.write(target, MasterKey.read(present).bytes());
      }
      return MasterKeyState.KEPT;
    }
    if (backup.hasKey()) {
      throw new OperatorErrorException(
          "the master key in the backup is encrypted; specify its passphrase with"
              + " --passphrase-file");
    }
    return MasterKeyState.MISSING;
  }

  private static void rejectOtherKey(BackupFile backup, Path file) {
    String expected = backup.manifest().masterKeyId();
    if (!expected.isEmpty() && !new Keyring(MasterKey.read(file)).id().equals(expected)) {
      throw new OperatorErrorException(
          "the master key "
              + SafeText.quoted(file.toString())
              + " does not belong to the backup; replace it with the key of the backup, or move it"
              + " away to restore without a key");
    }
  }

  /** Migrates the store to the current schema, ends open sessions, and records the restore. */
  private long prepare(BackupFile backup, Path store, Path earlier) throws SchemaException {
    try (Database database = Database.sqlite(store, 1, clock)) {
      new Migrations(database).run(earlier);
      AuditLog audit = AuditLog.withoutKey(database, new Identifiers(clock));
      long sessions =
          database.write(
              tx -> {
                int ended = tx.handle().execute("DELETE FROM web_session");
                tx.handle().execute("DELETE FROM password_reset");
                audit.record(
                    tx,
                    OrgId.INSTANCE,
                    Caller.system("operator", OrgId.INSTANCE),
                    AuditEvent.of(Category.SYSTEM, "system.restore", "backup", "", backup.name())
                        .with("backupCreatedAt", Json.time(backup.manifest().createdAt()))
                        .with("backupVersion", backup.manifest().appVersion())
                        .with("sessionsEnded", ended));
                return (long) ended;
              });
      for (OrgId org : audit.chains()) {
        AuditVerdict verdict = audit.verify(org);
        if (!verdict.ok()) {
          throw new OperatorErrorException(
              "the audit chain of " + org + " is broken: " + verdict.reason().orElse(""));
        }
      }
      return sessions;
    }
  }
}
