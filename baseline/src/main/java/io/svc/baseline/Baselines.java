package io.svc.baseline;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates baselines, and compares configurations with them. */
public final class Baselines {
  private Baselines() {}

  /**
   * Creates a baseline of scanned files. Files and servers that the previous baseline contains
   * retain their order and their identifiers. A state that it rejects is not approved.
   *
   * @param previous the baseline that the new one replaces
   */
  public static Baseline create(
      List<Scanned> files,
      Optional<Baseline> previous,
      String approvedBy,
      Instant approvedAt,
      AssetReader reader) {
    List<Baseline.Rejection> rejected = previous.map(Baseline::rejected).orElse(List.of());
    Map<String, List<BaselineAsset>> previousByPath = new LinkedHashMap<>();
    previous.ifPresent(
        baseline -> {
          baseline.configFiles().forEach(f -> previousByPath.put(f.configPath(), List.of()));
          previousByPath.putAll(
              baseline.assets().stream().collect(Collectors.groupingBy(BaselineAsset::configPath)));
        });
    Map<String, AssetFile> fileByPath = new LinkedHashMap<>();
    Map<AssetFile, List<BaselineAsset>> assets = new LinkedHashMap<>();
    for (Scanned file : files) {
      String path = reader.paths().display(file.config().path());
      List<BaselineAsset> before = previousByPath.getOrDefault(path, List.of());
      List<BaselineAsset> current = reader.read(file.config(), file.redactor());
      AssetFile assetFile = new AssetFile(file.config().source(), path);
      fileByPath.put(path, assetFile);
      assets.put(
          assetFile,
          AssetPair.approve(
              before,
              AssetPair.match(before, current, true),
              pair -> pair.after().filter(asset -> isRejected(rejected, asset)).isEmpty()));
    }
    Map<AssetFile, List<BaselineAsset>> inOrder = new LinkedHashMap<>();
    for (String path : previousByPath.keySet()) {
      AssetFile file = fileByPath.get(path);
      if (file != null) {
        inOrder.put(file, requireNonNull(assets.get(file)));
      }
    }
    inOrder.putAll(assets);
    return of(
        reader.ids().next("bsl_"),
        inOrder,
        reader.hasher().isPresent(),
        rejected,
        approvedBy,
        approvedAt);
  }

  static boolean isRejected(List<Baseline.Rejection> rejected, BaselineAsset asset) {
    return rejected.stream().anyMatch(r -> r.configHash().equals(asset.stateHash()));
  }

  /**
   * Compares files with a baseline.
   *
   * @param files files that were scanned with the detector
   * @param isFullScan whether all files are included, so that missing approved files are reported
   * @param now time of the comparison
   */
  public static BaselineDiff diff(
      DriftDetector detector, List<Scanned> files, boolean isFullScan, Instant now) {
    List<BaselineAsset> added = new ArrayList<>();
    List<BaselineAsset> removed = new ArrayList<>();
    List<ModifiedAsset> modified = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    for (Scanned file : files) {
      paths.add(file.config().path());
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
    if (isFullScan) {
      Map<String, Integer> seen = new HashMap<>();
      for (Baseline.ConfigFile missing : missingFiles(detector, paths)) {
        for (BaselineAsset asset : detector.baseline().assets()) {
          if (missing.configPath().equals(asset.configPath())) {
            removed.add(asset);
            findings.add(removal(detector, missing, asset, seen, now));
          }
        }
      }
    }
    findings.sort((a, b) -> b.severity().compareTo(a.severity()));
    return new BaselineDiff(detector.baseline().baselineId(), added, removed, modified, findings);
  }

  /** Creates a baseline of existing assets. Their files are specified by their extensions. */
  public static Baseline of(
      String baselineId, List<BaselineAsset> assets, String approvedBy, Instant approvedAt) {
    return of(
        baselineId,
        AssetFile.group(assets),
        assets.stream().anyMatch(asset -> asset.extensions().containsKey("value_hashes")),
        List.of(),
        approvedBy,
        approvedAt);
  }

  static Baseline of(
      String baselineId,
      Map<AssetFile, List<BaselineAsset>> files,
      boolean tracksValues,
      List<Baseline.Rejection> rejected,
      String approvedBy,
      Instant approvedAt) {
    List<Baseline.ConfigFile> configFiles = new ArrayList<>();
    List<BaselineAsset> assets = new ArrayList<>();
    StringBuilder hashes = new StringBuilder();
    files.forEach(
        (file, ofFile) -> {
          String hash = hash(ofFile);
          configFiles.add(new Baseline.ConfigFile(file.configPath(), file.source(), hash));
          hashes.append(hash).append('\n');
          assets.addAll(ofFile);
        });
    return new Baseline(
        Baseline.SCHEMA_VERSION,
        baselineId,
        approvedBy,
        approvedAt.truncatedTo(ChronoUnit.MILLIS),
        Fingerprint.of(hashes.toString()),
        tracksValues,
        configFiles,
        assets,
        rejected);
  }

  /**
   * Compares approved assets with current ones without their files. Uses the texts of {@link
   * DriftDetector}; findings have no location in a file.
   *
   * @param baselineId id of the approved assets' baseline
   * @param ids generator of finding ids
   * @param now time of the comparison
   */
  public static BaselineDiff diff(
      String baselineId,
      List<BaselineAsset> approved,
      List<BaselineAsset> current,
      Ids ids,
      Instant now) {
    Map<AssetFile, List<BaselineAsset>> before = AssetFile.group(approved);
    Map<AssetFile, List<BaselineAsset>> after = AssetFile.group(current);
    Set<AssetFile> files = new LinkedHashSet<>(before.keySet());
    files.addAll(after.keySet());
    List<BaselineAsset> added = new ArrayList<>();
    List<BaselineAsset> removed = new ArrayList<>();
    List<ModifiedAsset> modified = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (AssetFile file : files) {
      Drift drift =
          new Drift(
              AssetPair.match(
                  before.getOrDefault(file, List.of()), after.getOrDefault(file, List.of()), false),
              List.of());
      added.addAll(drift.added());
      removed.addAll(drift.removed());
      modified.addAll(drift.modified());
      Map<String, Integer> seen = new HashMap<>();
      for (Drift.Difference difference : drift.differences()) {
        findings.add(finding(file, difference, seen, ids, now));
      }
    }
    findings.sort((a, b) -> b.severity().compareTo(a.severity()));
    return new BaselineDiff(baselineId, added, removed, modified, findings);
  }

  /** Returns the differences between two states of an asset; empty when they are equal. */
  public static Optional<ModifiedAsset> change(BaselineAsset before, BaselineAsset after) {
    ModifiedAsset change = Drift.change(before, after);
    return change.changedFields().isEmpty() ? Optional.empty() : Optional.of(change);
  }

  /** Returns missing approved files, except for a file that was compared under another name. */
  public static List<Baseline.ConfigFile> missingFiles(DriftDetector detector, List<String> paths) {
    List<Baseline.ConfigFile> missing = new ArrayList<>();
    if (paths.size() == 1 && detector.baseline().configFiles().size() == 1) {
      return missing;
    }
    for (Baseline.ConfigFile file : detector.baseline().configFiles()) {
      if (!Files.exists(detector.reader().paths().locate(file.configPath()))) {
        missing.add(file);
      }
    }
    return missing;
  }

  private static Finding removal(
      DriftDetector detector,
      Baseline.ConfigFile file,
      BaselineAsset asset,
      Map<String, Integer> seen,
      Instant now) {
    return finding(
        new AssetFile(file.source(), file.configPath()),
        Drift.removal(asset, "is in the approved baseline, but its file no longer exists."),
        seen,
        detector.reader().ids(),
        now);
  }

  private static Finding finding(
      AssetFile file,
      Drift.Difference difference,
      Map<String, Integer> seen,
      Ids ids,
      Instant now) {
    Instant time = now.truncatedTo(ChronoUnit.MILLIS);
    String type = DriftDetector.CHECK.findingType();
    String rule = DriftDetector.CHECK.ruleId();
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", "");
    location.put("line", 1);
    location.put("column", 1);
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", rule);
    String fingerprint = Fingerprint.of(type, rule, file.configPath(), difference.server(), "");
    int number = seen.merge(fingerprint, 1, Integer::sum);
    extensions.put(
        "fingerprint",
        number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number)));
    extensions.put("location", location);
    extensions.putAll(difference.extensions());
    return new Finding(
        ids.next("fnd_"),
        type,
        difference.severity(),
        difference.server(),
        difference.detail(),
        DriftDetector.CHECK.remediation(),
        file.configPath(),
        file.source(),
        false,
        "",
        time,
        time,
        time,
        extensions);
  }

  /** The hash is independent of the order of servers, so that reordering a file is not drift. */
  private static String hash(List<BaselineAsset> assets) {
    List<String> hashes = new ArrayList<>();
    for (BaselineAsset asset : assets) {
      hashes.add(asset.configHash());
    }
    hashes.sort(null);
    return Fingerprint.of(hashes.toArray(String[]::new));
  }
}
