package io.svc.server.backup;

import static java.util.Objects.requireNonNull;

import io.svc.rules.files.FileErrorText;
import io.svc.server.OperatorErrorException;
import io.svc.server.audit.AuditHead;
import io.svc.server.audit.AuditLog;
import io.svc.server.backup.BackupManifest.FileEntry;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.Migrations;
import io.svc.server.db.SchemaException;
import io.svc.server.db.SqliteFile;
import io.svc.server.db.StoreUnavailableException;
import io.svc.server.json.Json;
import io.svc.server.logging.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a backup: one zip file with a manifest and a snapshot of the store. A server can continue
 * to use the store. The file appears under its name when it is complete and on disk, and only its
 * owner can read it.
 */
public final class BackupWriter {
  private final Path store;
  private final Clock clock;
  private final String version;

  /**
   * Creates a writer for backups of an SQLite store.
   *
   * @param version the version of this program
   */
  public BackupWriter(Path store, Clock clock, String version) {
    this.store = store;
    this.clock = clock;
    this.version = version;
  }

  /** A master key to include in a backup, and the passphrase that seals it. */
  public record KeyMaterial(MasterKey masterKey, String passphrase) {
    public KeyMaterial {
      if (passphrase.codePointCount(0, passphrase.length()) < SealedKey.SHORTEST_PASSPHRASE) {
        throw new OperatorErrorException(
            "the passphrase is shorter than "
                + SealedKey.SHORTEST_PASSPHRASE
                + " characters; anyone who has the backup can try unlimited passphrases");
      }
    }

    @Override
    public String toString() {
      return "***";
    }
  }

  /**
   * Writes a backup.
   *
   * @param masterKeyId identifies the store's key; empty if it is not available
   * @param replaces whether an existing file is replaced
   * @throws OperatorErrorException when it cannot be written; nothing was written then
   */
  public BackupManifest write(
      Path target, String masterKeyId, Optional<KeyMaterial> keys, boolean replaces) {
    refuseExisting(target, replaces);
    Path parent = requireNonNull(target.toAbsolutePath().getParent());
    if (!Files.isDirectory(parent)) {
      throw new OperatorErrorException(
          "there is no directory "
              + SafeText.quoted(parent.toString())
              + " to write the backup to");
    }
    try (TemporaryDirectory workplace = TemporaryDirectory.in(parent)) {
      Path snapshot = workplace.file(BackupManifest.STORE);
      new SqliteFile(store).copyTo(snapshot);
      Optional<SealedKey> sealed =
          keys.map(k -> SealedKey.of(k.masterKey().bytes(), k.passphrase()));
      BackupManifest manifest = manifest(snapshot, workplace, masterKeyId, sealed);
      Path zip = workplace.file("backup.zip");
      write(zip, manifest, snapshot, sealed);
      refuseExisting(target, replaces);
      Files.move(zip, target, StandardCopyOption.ATOMIC_MOVE);
      return manifest;
    } catch (SchemaException e) {
      throw new OperatorErrorException(e.getMessage(), e);
    } catch (IOException | StoreUnavailableException e) {
      throw new OperatorErrorException(
          "the backup "
              + SafeText.quoted(target.toString())
              + " could not be written"
              + (e instanceof IOException problem ? ": " + FileErrorText.reasonOf(problem) : "")
              + "; it requires free space for twice the store, and write permission",
          e);
    }
  }

  private static void refuseExisting(Path target, boolean replaces) {
    if (Files.isDirectory(target) || (!replaces && Files.exists(target))) {
      throw new OperatorErrorException(
          SafeText.quoted(target.toString())
              + (Files.isDirectory(target)
                  ? " is a directory; expected the name of a file"
                  : " already exists; choose another file, or use --force to replace it"));
    }
  }

  private BackupManifest manifest(
      Path snapshot, TemporaryDirectory workplace, String masterKeyId, Optional<SealedKey> sealed)
      throws IOException, SchemaException {
    String schema;
    List<AuditHead> heads;
    try (Database database = Database.sqlite(snapshot, 1, clock)) {
      Migrations migrations = new Migrations(database);
      migrations.check();
      schema = migrations.current().orElse("0");
      heads = AuditLog.withoutKey(database, new Identifiers(clock)).heads();
    }
    List<FileEntry> files = new ArrayList<>();
    BackupDigest store = BackupDigest.of(snapshot);
    files.add(new FileEntry(BackupManifest.STORE, store.size(), store.sha256()));
    if (sealed.isPresent()) {
      Path key = workplace.file(BackupManifest.KEY);
      Files.write(key, sealed.get().bytes());
      BackupDigest digests = BackupDigest.of(key);
      files.add(new FileEntry(BackupManifest.KEY, digests.size(), digests.sha256()));
    }
    return new BackupManifest(
        BackupManifest.FORMAT,
        clock.instant(),
        version,
        schema,
        masterKeyId,
        files,
        new SqliteFile(snapshot).rows(),
        heads,
        sealed.map(SealedKey::sealing));
  }

  private static void write(
      Path zip, BackupManifest manifest, Path snapshot, Optional<SealedKey> sealed)
      throws IOException {
    try (FileChannel channel = FileChannel.open(zip, StandardOpenOption.WRITE)) {
      OutputStream out = Channels.newOutputStream(channel);
      ZipOutputStream packed = new ZipOutputStream(out);
      packed.putNextEntry(new ZipEntry(BackupManifest.NAME));
      packed.write(Json.bytes(manifest));
      packed.closeEntry();
      packed.putNextEntry(new ZipEntry(BackupManifest.STORE));
      try (InputStream in = Files.newInputStream(snapshot)) {
        in.transferTo(packed);
      }
      packed.closeEntry();
      if (sealed.isPresent()) {
        packed.putNextEntry(new ZipEntry(BackupManifest.KEY));
        packed.write(sealed.get().bytes());
        packed.closeEntry();
      }
      packed.finish();
      channel.force(true);
    }
  }
}
