package io.svc.baseline;

import io.svc.scanner.finding.Finding;
import java.util.List;

/**
 * The differences between a baseline and the current configuration. The record components are the
 * wire format, in this order; names are written in snake_case.
 *
 * @param baselineId id of the baseline
 * @param addedAssets current assets that are not in the baseline
 * @param removedAssets assets of the baseline that no longer exist
 * @param modifiedAssets assets that exist in both and differ
 * @param driftFindings the differences as findings, worst first
 */
public record BaselineDiff(
    String baselineId,
    List<BaselineAsset> addedAssets,
    List<BaselineAsset> removedAssets,
    List<ModifiedAsset> modifiedAssets,
    List<Finding> driftFindings) {

  public BaselineDiff {
    addedAssets = List.copyOf(addedAssets);
    removedAssets = List.copyOf(removedAssets);
    modifiedAssets = List.copyOf(modifiedAssets);
    driftFindings = List.copyOf(driftFindings);
  }

  /** Returns true if the configuration equals the approved one. */
  public boolean isEmpty() {
    return addedAssets.isEmpty() && removedAssets.isEmpty() && modifiedAssets.isEmpty();
  }
}
