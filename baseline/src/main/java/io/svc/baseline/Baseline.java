package io.svc.baseline;

import java.time.Instant;
import java.util.List;

/**
 * The approved state of one or more config files. The record components are the format of the
 * baseline file, in this order; names are written in snake_case.
 *
 * @param schemaVersion version of the format, currently 1
 * @param baselineId {@code bsl_} and a ULID
 * @param approvedBy who approved it
 * @param approvedAt when it was approved
 * @param configHash hash of the hashes of all files, {@code sha256:<hex>}
 * @param tracksValues whether assets contain keyed hashes of their values, so that a changed value
 *     is drift; the key is in a file next to the baseline
 * @param configFiles files, in the order in which they were read
 * @param assets servers of all files
 * @param rejected rejected states of servers
 */
public record Baseline(
    int schemaVersion,
    String baselineId,
    String approvedBy,
    Instant approvedAt,
    String configHash,
    boolean tracksValues,
    List<ConfigFile> configFiles,
    List<BaselineAsset> assets,
    List<Rejection> rejected) {

  /** The format version that this release reads and writes. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * A file of the baseline.
   *
   * @param configPath path relative to the project if the file is inside it, starting with {@code
   *     ~} if it is in the user's home, otherwise absolute; always with slashes
   * @param source label of the client
   * @param configHash hash of the file's assets, independent of formatting, order and comments
   */
  public record ConfigFile(String configPath, String source, String configHash) {}

  /**
   * A state of a server that must not be approved with other changes.
   *
   * @param serverName name of the server in the file
   * @param configHash hash of the server's asset without its {@code value_hashes}
   */
  public record Rejection(
      String serverName, String configHash, String rejectedBy, Instant rejectedAt) {}

  public Baseline {
    configFiles = List.copyOf(configFiles);
    assets = List.copyOf(assets);
    rejected = List.copyOf(rejected);
  }
}
