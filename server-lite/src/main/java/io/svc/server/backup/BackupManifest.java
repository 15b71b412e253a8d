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
 * What a backup says of itself, in its {@code manifest.json}.
 *
 * @param format {@link #FORMAT}
 * @param appVersion of the program that made it
 * @param schemaVersion of the store in it
 * @param masterKeyId tells which master key belongs to it; empty where it was not at hand
 * @param files what is in it besides this
 * @param rows how many each table has
 * @param auditHeads where each audit chain stood
 * @param sealing how the master key in it is sealed; empty when it is not in it
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record BackupManifest(
    String format,
    Instant createdAt,
    String appVersion,
    String schemaVersion,
    String masterKeyId,
    List<Content> files,
    Map<String, Long> rows,
    List<AuditHead> auditHeads,
    Optional<Sealing> sealing) {
  /** Names the layout. */
  public static final String FORMAT = "svc-backup/1";

  /** Where this stands in a backup. */
  static final String NAME = "manifest.json";

  /** The store. */
  static final String STORE = "app.db";

  /** The master key, sealed. */
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
   * @param sha256 of its bytes, hexadecimal
   */
  public record Content(String name, long size, String sha256) {}

  /**
   * How a key was made of a passphrase: Argon2id (RFC 9106) and AES-256-GCM (NIST SP 800-38D).
   *
   * @param salt base64
   * @param nonce base64
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Sealing(
      String kdf,
      int memoryKib,
      int iterations,
      int parallelism,
      String salt,
      String cipher,
      String nonce) {}

  /** A file of a name. */
  Optional<Content> file(String name) {
    return files.stream().filter(file -> file.name().equals(name)).findFirst();
  }

  /** Rows of all tables together. */
  public long allRows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }
}
