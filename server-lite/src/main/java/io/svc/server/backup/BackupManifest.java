package io.svc.server.backup;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.audit.AuditHead;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The {@code manifest.json} of a backup.
 *
 * @param format {@link #FORMAT}
 * @param appVersion the version of the program that created it
 * @param schemaVersion the schema version of the store
 * @param masterKeyId identifies the master key; empty if it was not available
 * @param files the other files of the backup
 * @param rows the number of rows of each table
 * @param auditHeads the heads of the audit chains
 * @param sealing how the master key is sealed; empty when it is not included
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record BackupManifest(
    String format,
    Instant createdAt,
    String appVersion,
    String schemaVersion,
    String masterKeyId,
    List<FileEntry> files,
    Map<String, Long> rows,
    List<AuditHead> auditHeads,
    Optional<KeySealing> sealing) {
  /** The name of the format. */
  public static final String FORMAT = "svc-backup/1";

  /** The name of the manifest in a backup. */
  static final String NAME = "manifest.json";

  /** The name of the store. */
  static final String STORE = "app.db";

  /** The name of the sealed master key. */
  static final String KEY = "master.key.sealed";

  public BackupManifest {
    files = List.copyOf(files);
    rows = Collections.unmodifiableMap(new TreeMap<>(rows));
    auditHeads = List.copyOf(auditHeads);
  }

  /**
   * A file in a backup.
   *
   * @param size in bytes, unpacked
   * @param sha256 the digest in hexadecimal digits
   */
  public record FileEntry(String name, long size, String sha256) {}

  /**
   * The parameters for deriving a key from a passphrase: Argon2id (RFC 9106) and AES-256-GCM (NIST
   * SP 800-38D).
   *
   * @param salt base64
   * @param nonce base64
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record KeySealing(
      String kdf,
      int memoryKib,
      int iterations,
      int parallelism,
      String salt,
      String cipher,
      String nonce) {}

  /** Returns the file with a name. */
  Optional<FileEntry> file(String name) {
    return files.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  /** Returns the number of rows in all tables. */
  public long allRows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }
}
