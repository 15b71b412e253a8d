package io.svc.baseline;

import io.svc.scanner.finding.Finding;
import java.util.List;

/**
 * What differs between a baseline and the configuration as it is. The components are the wire
 * format, in its order; names are written in snake_case.
 *
 * @param baselineId the baseline compared with
 * @param addedAssets present now, absent from the baseline
 * @param removedAssets in the baseline, no longer present
 * @param modifiedAssets in both, and different
 * @param driftFindings the same as findings, worst first
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

  /** Whether the configuration is as it was approved. */
  public boolean isEmpty() {
    return addedAssets.isEmpty() && removedAssets.isEmpty() && modifiedAssets.isEmpty();
  }
}
