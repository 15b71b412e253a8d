package io.svc.baseline;

import io.svc.rules.Severity;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Detects differences from an approved baseline. Files are distinguished by their paths. */
public final class DriftDetector implements Detector {
  /** The metadata of the check. */
  public static final Check CHECK =
      new Check(
          "baseline/drift",
          "baseline_drift",
          Severity.HIGH,
          "the configuration differs from the approved baseline",
          "Revert the change, or review the server and create a new baseline to approve it.");

  private static final Location WHOLE_FILE = new Location("", 1, 1);

  private final Baseline baseline;
  private final AssetReader reader;
  private final boolean isOnlyFile;

  private DriftDetector(Baseline baseline, AssetReader reader, boolean isOnlyFile) {
    this.baseline = baseline;
    this.reader = reader;
    this.isOnlyFile = isOnlyFile;
  }

  /**
   * Creates a detector for a baseline.
   *
   * @param baseline the approved baseline
   * @param reader must track values if and only if the baseline does
   * @param isOnlyFile whether a single file is compared, whose path may differ from the baseline's
   *     only file because it was moved or copied
   */
  public static DriftDetector against(Baseline baseline, AssetReader reader, boolean isOnlyFile) {
    return new DriftDetector(baseline, reader, isOnlyFile);
  }

  Baseline baseline() {
    return baseline;
  }

  AssetReader reader() {
    return reader;
  }

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    McpConfig config = subject.config();
    if (config.kind() == FileKind.ENVIRONMENT_FILE) {
      // It has no servers, and so no part in a baseline.
      return List.of();
    }
    Drift drift = drift(config, subject.redactor());
    List<DetectedProblem> detections = new ArrayList<>();
    for (Drift.Difference difference : drift.differences()) {
      DetectedProblem detection =
          DetectedProblem.of(
                  CHECK,
                  difference.server(),
                  difference.isGone() ? WHOLE_FILE : location(config, subject, difference.server()),
                  difference.detail())
              .withSeverity(difference.severity());
      for (Map.Entry<String, Object> extension : difference.extensions().entrySet()) {
        detection = detection.with(extension.getKey(), extension.getValue());
      }
      detections.add(detection);
    }
    return detections;
  }

  /** Returns the differences in a file. */
  Drift drift(McpConfig config, Redactor redactor) {
    List<AssetPair> pairs =
        AssetPair.match(approved(config), reader.read(config, redactor), isMoved(config));
    return new Drift(pairs, baseline.rejected());
  }

  /** Returns the approved assets of a file. */
  List<BaselineAsset> approved(McpConfig config) {
    String path = approvedFile(config).configPath();
    List<BaselineAsset> approved = new ArrayList<>();
    for (BaselineAsset asset : baseline.assets()) {
      if (asset.configPath().equals(path)) {
        approved.add(asset);
      }
    }
    return approved;
  }

  /** Returns a file under its name in the baseline, which may differ if it is the only file. */
  AssetFile approvedFile(McpConfig config) {
    String path = reader.paths().display(config.path());
    for (Baseline.ConfigFile file : baseline.configFiles()) {
      if (file.configPath().equals(path) || isMoved(config)) {
        return new AssetFile(file.source(), file.configPath());
      }
    }
    return new AssetFile(config.source(), path);
  }

  private boolean isMoved(McpConfig config) {
    return isOnlyFile
        && baseline.configFiles().size() == 1
        && !baseline
            .configFiles()
            .get(0)
            .configPath()
            .equals(reader.paths().display(config.path()));
  }

  private static Location location(McpConfig config, DetectionSubject subject, String server) {
    Location location = WHOLE_FILE;
    for (McpServer candidate : config.servers()) {
      if (subject.redactor().redact(candidate.name()).equals(server)) {
        location = candidate.nameLocation();
      }
    }
    return location;
  }
}
