package io.svc.cli.baseline;

import io.svc.baseline.Baseline;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.BaselineFile;
import io.svc.baseline.Baselines;
import io.svc.baseline.DriftDetector;
import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.scan.ProjectReader;
import io.svc.cli.settings.Options;
import io.svc.cli.targets.ConfigFiles;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The current configuration, scanned to compare it with a baseline.
 *
 * @param path path of the baseline
 * @param detector detector that compares with the baseline
 * @param files the scanned files
 * @param isFullScan whether all files are included, and not only those of {@code --config}
 */
record BaselineComparison(
    Path path, DriftDetector detector, List<Scanned> files, boolean isFullScan) {
  /** Scans the files; empty if one cannot be read, which is printed. */
  static Optional<BaselineComparison> of(
      ProcessContext surroundings, Console console, Options options, ProjectReader project) {
    Path path = surroundings.resolve(options.path("--baseline").orElse(BaselineFile.DEFAULT));
    ConfigFiles files = new ConfigFiles(surroundings, console, options);
    List<Path> paths = options.paths("--config");
    Baseline baseline = project.baseline(path);
    List<ScanRequest> approved = project.approved(baseline);
    // If all approved files are gone and there are no others, this is the result, not an error.
    boolean isAllGone = paths.isEmpty() && approved.isEmpty() && files.discovered().isEmpty();
    List<ScanRequest> requests =
        isAllGone ? List.of() : files.requests(paths, options.source(), approved);
    DriftDetector detector = project.driftDetector(baseline, path, requests.size() == 1);
    Scanner scanner = new Scanner(project.settings(options).withDetectors(List.of(detector)));
    List<Scanned> scanned = files.scan(scanner, requests, file -> file);
    return scanned.size() < requests.size()
        ? Optional.empty()
        : Optional.of(new BaselineComparison(path, detector, scanned, paths.isEmpty()));
  }

  /** Returns the differences from the baseline. */
  BaselineDiff diff(ProcessContext surroundings) {
    return Baselines.diff(detector, files, isFullScan, surroundings.clock().instant());
  }

  /** Returns the comparison of the same files with another baseline. */
  BaselineComparison with(Baseline baseline, ProjectReader project) {
    DriftDetector other = project.driftDetector(baseline, path, files.size() == 1);
    return new BaselineComparison(path, other, files, isFullScan);
  }
}
