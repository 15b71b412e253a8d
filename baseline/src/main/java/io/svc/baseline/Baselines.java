package io.svc.baseline;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
   * @param files scanned with the detector
   * @param isWhole whether the files are all there are, so that approved files that are gone count
   * @param now when the comparison is made
   */
  public static BaselineDiff diff(
      DriftDetector detector, List<Scanned> files, boolean isWhole, Instant now) {
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
    if (isWhole) {
      Map<String, Integer> seen = new HashMap<>();
      for (Baseline.ConfigFile missing : missingFiles(detector, paths)) {
        for (BaselineAsset asset : detector.baseline().assets()) {
          if (missing.configPath().equals(asset.extensions().get("config_path"))) {
            removed.add(asset);
            findings.add(removal(detector, missing, asset, seen, now));
          }
        }
      }
    }
    findings.sort((a, b) -> b.severity().compareTo(a.severity()));
    return new BaselineDiff(detector.baseline().baselineId(), added, removed, modified, findings);
  }

  /** Approved files that are no longer there, unless one was compared under another name. */
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
    Instant time = now.truncatedTo(ChronoUnit.MILLIS);
    String type = DriftDetector.CHECK.findingType();
    String rule = DriftDetector.CHECK.ruleId();
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", "");
    location.put("line", 1);
    location.put("column", 1);
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", rule);
    String fingerprint = Fingerprint.of(type, rule, file.configPath(), asset.serverName(), "");
    int number = seen.merge(fingerprint, 1, Integer::sum);
    extensions.put(
        "fingerprint",
        number == 1 ? fingerprint : Fingerprint.of(fingerprint, Integer.toString(number)));
    extensions.put("location", location);
    extensions.put("change", "removed");
    return new Finding(
        detector.reader().ids().next("fnd_"),
        type,
        Severity.LOW,
        asset.serverName(),
        "The server is in the approved baseline, and its whole file is no longer there.",
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
