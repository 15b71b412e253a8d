package io.svc.baseline;

import java.time.Instant;
import java.util.List;

/**
 * An approved snapshot of one or more config files. The components are the layout of the baseline
 * file, in its order; names are written in snake_case.
 *
 * @param schemaVersion of this layout, now 1
 * @param baselineId {@code bsl_} and a ULID
 * @param approvedBy who approved it
 * @param approvedAt when
 * @param configHash over the hashes of all files, {@code sha256:<hex>}
 * @param tracksValues whether assets carry keyed hashes of their values, so that a changed value is
 *     drift; the key is in a file beside the baseline
 * @param configFiles the files, in the order they were read
 * @param assets the servers of all files
 */
public record Baseline(
    int schemaVersion,
    String baselineId,
    String approvedBy,
    Instant approvedAt,
    String configHash,
    boolean tracksValues,
    List<ConfigFile> configFiles,
    List<BaselineAsset> assets) {

  /** The layout that this version writes and reads. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * One file of the snapshot.
   *
   * @param configPath relative to the project where it is inside it, below {@code ~} where it is in
   *     the user's home, otherwise absolute; always with slashes
   * @param source label of the client
   * @param configHash over the file's assets, so that formatting, order and comments do not count
   */
  public record ConfigFile(String configPath, String source, String configHash) {}

  public Baseline {
    configFiles = List.copyOf(configFiles);
    assets = List.copyOf(assets);
  }
}
