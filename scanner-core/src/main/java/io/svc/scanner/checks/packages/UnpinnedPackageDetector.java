package io.svc.scanner.checks.packages;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionLists;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.PackageSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects packages without a pinned version, which are fetched in the registry's current version.
 */
public final class UnpinnedPackageDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "supply-chain/unpinned-package",
          "unpinned_package",
          Severity.LOW,
          "a package is not pinned to an exact version",
          "Specify an exact version, such as package@1.2.3 (npm) or package==1.2.3 (PyPI), and"
              + " update it deliberately.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<String> reported = new HashSet<>();
    for (McpServer server : subject.config().entries()) {
      reported = reported.isEmpty() ? reported : new HashSet<>();
      for (Launch launch : subject.commands(server)) {
        Optional<PackageSpec> spec = PackageSpec.of(launch);
        if (spec.isPresent()
            && spec.get().pin() != PackageSpec.Pin.EXACT
            && reported.add(spec.get().name())) {
          detections.add(detection(subject, server, spec.get()));
        }
      }
    }
    return detections;
  }

  private static DetectedProblem detection(
      DetectionSubject subject, McpServer server, PackageSpec spec) {
    boolean isRange = spec.pin() == PackageSpec.Pin.RANGE;
    String name = subject.redactor().redact(spec.word().origin(), spec.name());
    String detail =
        isRange
            ? "`"
                + spec.launcher()
                + "` runs `"
                + name
                + "` in a version that can change at any time ("
                + subject.redactor().redact(spec.word().origin(), shownVersion(spec))
                + ")."
            : "`"
                + spec.launcher()
                + "` runs `"
                + name
                + "` without a version, so the registry"
                + " decides which version runs.";
    DetectedProblem detection =
        DetectedProblem.of(CHECK, server.name(), spec.word().origin().location(), detail);
    Severity severity =
        DetectionLists.packages().isFirstParty(spec.ecosystem(), spec.name())
            ? Severity.INFO
            : isRange ? Severity.MEDIUM : Severity.LOW;
    return detection.withSeverity(severity).with("package", name);
  }

  /**
   * Returns the version to display. {@code @latest} of uv and {@code latest} of npm have the same
   * notation.
   */
  private static String shownVersion(PackageSpec spec) {
    return spec.version().startsWith("@") ? spec.version().substring(1) : spec.version();
  }
}
