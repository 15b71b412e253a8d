package io.svc.server.backup;

import io.svc.server.RefusedException;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.AuditVerdict;
import io.svc.server.audit.Category;
import io.svc.server.data.DataDirectory;
import io.svc.server.data.MasterKey;
import io.svc.server.data.Replacement;
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
 * Puts what a backup holds in place of what a data directory holds. All of it is unpacked, checked
 * and prepared beside the old content before that is touched; the old content is kept.
 */
public final class BackupRestore {
  private final DataDirectory data;
  private final Optional<Path> configuredKey;
  private final Optional<String> passphrase;
  private final Clock clock;

  /**
   * A restoration.
   *
   * @param data locked
   * @param configuredKey where the settings say that the master key is, outside of the directory
   * @param passphrase of the master key in the backup
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

  /** Which master key there is now. */
  public enum Key {
    /** The one that was sealed in the backup. */
    FROM_BACKUP,
    /** The one that was there. */
    KEPT,
    /** None; the server does not start without. */
    MISSING
  }

  /**
   * What was done.
   *
   * @param aside where the old content is; empty when there was none
   * @param migrations that were run
   * @param sessions that were ended
   */
  public record Restored(Optional<Path> aside, Key key, List<String> migrations, long sessions) {
    public Restored {
      migrations = List.copyOf(migrations);
    }
  }

  /**
   * Restores.
   *
   * @throws RefusedException when something is wrong; the directory is as it was then
   */
  public Restored run(BackupFile backup) {
    Replacement replacement = new Replacement(data);
    Path stage = replacement.stage();
    boolean isCommitted = false;
    try {
      Path store = stage.resolve(data.database().getFileName());
      data.makePrivate(store);
      BackupVerdict verdict = new BackupCheck(clock).verifyInto(backup, store);
      if (!verdict.ok()) {
        throw new RefusedException(
            "nothing was restored because of a problem with "
                + SafeText.quoted(backup.name())
                + ": "
                + String.join("; ", verdict.problems()));
      }
      Key key = placeKey(backup, stage.resolve(data.masterKeyFile().getFileName()));
      long sessions = prepare(backup, store, stage.resolve("earlier"));
      Optional<Path> aside = replacement.commit(clock.instant());
      isCommitted = true;
      return new Restored(aside, key, verdict.migrations(), sessions);
    } catch (IOException | SchemaException e) {
      throw new RefusedException(
          e instanceof SchemaException unfit
              ? unfit.getMessage()
              : "the restored content cannot be written; is the disk full?",
          e);
    } finally {
      if (!isCommitted) {
        replacement.drop();
      }
    }
  }

  private Key placeKey(BackupFile backup, Path target) throws IOException {
    if (backup.hasKey() && passphrase.isPresent() && configuredKey.isEmpty()) {
      byte[] key = backup.key(passphrase.get());
      data.makePrivate(target);
      Files.write(target, key);
      refuseOther(backup, target);
      return Key.FROM_BACKUP;
    }
    Path present = configuredKey.orElse(data.masterKeyFile());
    if (Files.exists(present)) {
      refuseOther(backup, present);
      if (configuredKey.isEmpty()) {
        data.makePrivate(target);
        Files.write(target, MasterKey.read(present).bytes());
      }
      return Key.KEPT;
    }
    if (backup.hasKey()) {
      throw new RefusedException(
          "the master key in the backup is encrypted; specify its passphrase with"
              + " --passphrase-file");
    }
    return Key.MISSING;
  }

  private static void refuseOther(BackupFile backup, Path file) {
    String expected = backup.manifest().masterKeyId();
    if (!expected.isEmpty() && !new Keyring(MasterKey.read(file)).id().equals(expected)) {
      throw new RefusedException(
          "the master key "
              + SafeText.quoted(file.toString())
              + " does not belong to the backup; replace it with the key of the backup, or move it"
              + " away to restore without a key");
    }
  }

  /** Brings the store to today's schema, ends what was open, and notes the restore. */
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
          throw new RefusedException(
              "the audit chain of " + org + " is broken: " + verdict.reason().orElse(""));
        }
      }
      return sessions;
    }
  }
}
