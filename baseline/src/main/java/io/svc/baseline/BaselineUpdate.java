package io.svc.baseline;

import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Approves or rejects the current state of single servers. The rest of a baseline is unchanged. */
public final class BaselineUpdate {
  private final DriftDetector detector;
  private final Set<String> servers;
  private final Map<AssetFile, List<BaselineAsset>> approved = new LinkedHashMap<>();
  private final Map<AssetFile, List<AssetPair>> pairs = new LinkedHashMap<>();

  /**
   * Compares files with a baseline.
   *
   * @param files files that were scanned with the detector
   * @param isFullScan whether all files are included, so that missing approved files are compared
   * @param servers names of the servers to decide on
   */
  public BaselineUpdate(
      DriftDetector detector, List<Scanned> files, boolean isFullScan, Set<String> servers) {
    this.detector = detector;
    this.servers = Set.copyOf(servers);
    Baseline baseline = detector.baseline();
    for (Baseline.ConfigFile file : baseline.configFiles()) {
      approved.put(new AssetFile(file.source(), file.configPath()), new ArrayList<>());
    }
    AssetFile.group(baseline.assets()).forEach(approved::put);
    List<String> paths = new ArrayList<>();
    for (Scanned file : files) {
      paths.add(file.config().path());
      AssetFile approvedFile = detector.approvedFile(file.config());
      List<BaselineAsset> current = new ArrayList<>();
      for (BaselineAsset asset : detector.reader().read(file.config(), file.redactor())) {
        current.add(asset.in(approvedFile));
      }
      pairs.put(approvedFile, AssetPair.match(approvedAssets(approvedFile), current, true));
    }
    if (isFullScan) {
      for (Baseline.ConfigFile missing : Baselines.missingFiles(detector, paths)) {
        AssetFile file = new AssetFile(missing.source(), missing.configPath());
        pairs.put(file, AssetPair.match(approvedAssets(file), List.of(), true));
      }
    }
  }

  private List<BaselineAsset> approvedAssets(AssetFile file) {
    return approved.getOrDefault(file, List.of());
  }

  /**
   * Returns the servers that exist neither in the files nor in their approved state.
   *
   * @param mustExist whether the approved state is ignored
   */
  public Set<String> unknownServers(boolean mustExist) {
    Set<String> unknown = new TreeSet<>(servers);
    for (List<AssetPair> ofFile : pairs.values()) {
      for (AssetPair pair : ofFile) {
        pair.after().ifPresent(asset -> unknown.remove(asset.serverName()));
        if (!mustExist) {
          pair.before().ifPresent(asset -> unknown.remove(asset.serverName()));
        }
      }
    }
    return unknown;
  }

  /** Returns a baseline with the current state of the servers, including their removal. */
  public Baseline approve(String approvedBy, Instant approvedAt) {
    Map<AssetFile, List<BaselineAsset>> files = new LinkedHashMap<>(approved);
    pairs.forEach(
        (file, ofFile) -> {
          List<BaselineAsset> previous = approvedAssets(file);
          List<BaselineAsset> next =
              AssetPair.approve(previous, ofFile, pair -> pair.isOf(servers));
          if (!next.isEmpty()) {
            files.put(file, next);
          } else if (!previous.isEmpty()) {
            files.remove(file);
          }
        });
    List<Baseline.Rejection> rejected = new ArrayList<>();
    for (Baseline.Rejection rejection : detector.baseline().rejected()) {
      if (!servers.contains(rejection.serverName())) {
        rejected.add(rejection);
      }
    }
    return baseline(files, rejected, approvedBy, approvedAt);
  }

  /**
   * Returns a baseline that rejects the current state of the servers. An approved state that is
   * rejected is no longer approved. The baseline's approver does not change.
   */
  public Baseline reject(String rejectedBy, Instant rejectedAt) {
    List<Baseline.Rejection> rejected = new ArrayList<>(detector.baseline().rejected());
    for (List<AssetPair> ofFile : pairs.values()) {
      for (AssetPair pair : ofFile) {
        if (pair.after().isPresent() && pair.isOf(servers)) {
          BaselineAsset asset = pair.after().get();
          if (!Baselines.isRejected(rejected, asset)) {
            Instant time = rejectedAt.truncatedTo(ChronoUnit.MILLIS);
            rejected.add(
                new Baseline.Rejection(asset.serverName(), asset.stateHash(), rejectedBy, time));
          }
        }
      }
    }
    Map<AssetFile, List<BaselineAsset>> files = new LinkedHashMap<>();
    approved.forEach(
        (file, assets) ->
            files.put(
                file, assets.stream().filter(a -> !Baselines.isRejected(rejected, a)).toList()));
    Baseline baseline = detector.baseline();
    return baseline(files, rejected, baseline.approvedBy(), baseline.approvedAt());
  }

  private Baseline baseline(
      Map<AssetFile, List<BaselineAsset>> files,
      List<Baseline.Rejection> rejected,
      String approvedBy,
      Instant approvedAt) {
    return Baselines.of(
        detector.reader().ids().next("bsl_"),
        files,
        detector.baseline().tracksValues(),
        rejected,
        approvedBy,
        approvedAt);
  }
}
