package io.svc.baseline;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes baselines, and compares configurations with them. */
public final class Baselines {
  private Baselines() {}

  /** A baseline of files that have been scanned. */
  public static Baseline create(
      List<Scanned> files, String approvedBy, Instant approvedAt, AssetReader reader) {
    List<Baseline.ConfigFile> configFiles = new ArrayList<>();
    List<BaselineAsset> assets = new ArrayList<>();
    StringBuilder hashes = new StringBuilder();
    for (Scanned file : files) {
      List<BaselineAsset> ofFile = reader.read(file.config(), file.redactor());
      String hash = hash(ofFile);
      configFiles.add(
          new Baseline.ConfigFile(
              reader.paths().display(file.config().path()), file.config().source(), hash));
      hashes.append(hash).append('\n');
      assets.addAll(ofFile);
    }
    return new Baseline(
        Baseline.SCHEMA_VERSION,
        reader.ids().next("bsl_"),
        approvedBy,
        approvedAt.truncatedTo(ChronoUnit.MILLIS),
        Fingerprint.of(hashes.toString()),
        reader.hasher().isPresent(),
        configFiles,
        assets);
  }

  /**
   * What differs from a baseline.
   *
   * @param files scanned with the {@link DriftDetector} of the same baseline and reader
   * @param isWhole whether the files are all there are, so that an approved file that is not among
   *     them has been removed
   */
  public static BaselineDiff diff(
      Baseline baseline, List<Scanned> files, AssetReader reader, boolean isWhole) {
    List<BaselineAsset> added = new ArrayList<>();
    List<BaselineAsset> removed = new ArrayList<>();
    List<ModifiedAsset> modified = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    DriftDetector detector = DriftDetector.against(baseline, reader);
    for (Scanned file : files) {
      seen.add(reader.paths().display(file.config().path()));
      Drift drift = detector.drift(file.config(), file.redactor());
      added.addAll(drift.added());
      removed.addAll(drift.removed());
      modified.addAll(drift.modified());
      for (Finding finding : file.report().findings()) {
        if (finding.findingType().equals(DriftDetector.CHECK.findingType())) {
          findings.add(finding);
        }
      }
    }
    if (isWhole) {
      for (BaselineAsset asset : baseline.assets()) {
        boolean isOfOtherFile = !seen.contains(asset.extensions().get("config_path"));
        if (isOfOtherFile && baseline.configFiles().size() > 1) {
          removed.add(asset);
        }
      }
    }
    findings.sort((a, b) -> b.severity().compareTo(a.severity()));
    return new BaselineDiff(baseline.baselineId(), added, removed, modified, findings);
  }

  /** Independent of the order of servers, so that reordering a file is no drift. */
  private static String hash(List<BaselineAsset> assets) {
    List<String> hashes = new ArrayList<>();
    for (BaselineAsset asset : assets) {
      hashes.add(asset.configHash());
    }
    hashes.sort(null);
    return Fingerprint.of(hashes.toArray(String[]::new));
  }
}
