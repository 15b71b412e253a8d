package io.svc.scanner.checks.packages;

import io.svc.rules.Advisory;
import io.svc.rules.AdvisoryIndex;
import io.svc.rules.Ecosystem;
import io.svc.rules.Severity;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.PackageUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Detects packages in a version that an advisory affects. */
public final class KnownVulnerablePackageDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "supply-chain/known-vulnerable-package",
          "known_vulnerable_package",
          Severity.HIGH,
          "a package version has a known vulnerability",
          "Update to a fixed version, and check the advisory for signs of compromise.");

  /**
   * Limit for untrusted names: programs are not nested deeper in a module, and each lookup has a
   * cost.
   */
  private static final int DEEPEST_IN_MODULE = 10;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<String> reported = new HashSet<>();
    for (McpServer server : subject.config().entries()) {
      for (PackageUse use : subject.facts(server).packages()) {
        reported = reported.isEmpty() ? reported : new HashSet<>();
        for (AdvisoryIndex index : subject.machine().advisories()) {
          for (Advisory advisory : advisories(index, use)) {
            // A record may list a package several times with different versions.
            if (isAffected(use, advisory) && reported.add(advisory.name())) {
              detections.add(detection(subject, server, use, advisory, index));
            }
          }
        }
      }
    }
    return detections;
  }

  /**
   * Returns the advisories for a package. A Go program is in a directory of its module, and
   * advisories name the module.
   */
  private static List<Advisory> advisories(AdvisoryIndex index, PackageUse use) {
    List<Advisory> found = index.of(use.ecosystem(), use.name());
    if (use.ecosystem() != Ecosystem.GO) {
      return found;
    }
    List<Advisory> all = new ArrayList<>(found);
    int slashes = 0;
    for (int end = use.name().lastIndexOf('/');
        end > 0 && slashes < DEEPEST_IN_MODULE;
        end = use.name().lastIndexOf('/', end - 1)) {
      all.addAll(index.of(Ecosystem.GO, use.name().substring(0, end)));
      slashes++;
    }
    return all;
  }

  /**
   * Returns whether an advisory affects a use. Without a version, the registry provides the newest
   * one, which usually has no known vulnerability; {@code unpinned_package} reports such uses. Only
   * malware that affects all versions is then reported.
   */
  private static boolean isAffected(PackageUse use, Advisory advisory) {
    if (use.version().isEmpty()) {
      return advisory.isMalware() && advisory.fixed().isEmpty() && affectsAllVersions(advisory);
    }
    VersionOrdering versions = VersionOrdering.of(use.ecosystem());
    for (Advisory.Range range : advisory.ranges()) {
      if (versions.isIn(use.version(), range)) {
        return true;
      }
    }
    return versions.isListed(use.version(), advisory.versions());
  }

  private static boolean affectsAllVersions(Advisory advisory) {
    for (Advisory.Range range : advisory.ranges()) {
      if (range.introduced().equals("0") && range.lastAffected().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static DetectedProblem detection(
      DetectionSubject subject,
      McpServer server,
      PackageUse use,
      Advisory advisory,
      AdvisoryIndex index) {
    String name = subject.redactor().redact(use.word().origin(), use.name());
    String version = subject.redactor().redact(use.word().origin(), use.version());
    String fixed = advisory.fixed();
    return DetectedProblem.of(
            CHECK,
            server.name(),
            use.word().origin().location(),
            "`"
                + name
                + (version.isEmpty() ? "" : "` in version `" + version)
                + "`: "
                + withoutEnd(advisory.summary())
                + " ("
                + advisory.name()
                + "). "
                + (fixed.isEmpty()
                    ? "No fixed version is known."
                    : "Fixed in version " + fixed + "."))
        .withSeverity(advisory.severity())
        .with("package", name)
        .with("advisory", advisory.id())
        .with("advisory_aliases", advisory.aliases())
        .with("fixed_version", fixed)
        .with("advisories_of", index.date());
  }

  private static String withoutEnd(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }
}
