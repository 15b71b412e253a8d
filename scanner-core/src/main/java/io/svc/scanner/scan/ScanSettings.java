package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.Detectors;
import io.svc.scanner.finding.Ids;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** How a scanner works. Immutable: each {@code with…} returns a copy. */
public final class ScanSettings {
  /** The largest file that is read unless told otherwise: 16 MiB. */
  public static final long DEFAULT_MAX_FILE_BYTES = 16L * 1024 * 1024;

  private final List<Detector> detectors;
  private final Set<String> suppressed;
  private final String orgId;
  private final long maxFileBytes;
  private final Clock clock;
  private final ProjectPaths projectPaths;
  private final Predicate<String> isWritableByOthers;

  private ScanSettings(
      List<Detector> detectors,
      Set<String> suppressed,
      String orgId,
      long maxFileBytes,
      Clock clock,
      ProjectPaths projectPaths,
      Predicate<String> isWritableByOthers) {
    this.detectors = List.copyOf(detectors);
    this.suppressed = Set.copyOf(suppressed);
    this.orgId = requireNonNull(orgId, "orgId is null");
    this.maxFileBytes = maxFileBytes;
    this.clock = requireNonNull(clock, "clock is null");
    this.projectPaths = requireNonNull(projectPaths, "projectPaths is null");
    this.isWritableByOthers = requireNonNull(isWritableByOthers, "isWritableByOthers is null");
  }

  /**
   * The standard detectors, no organisation, files up to 16 MiB, this machine's clock and files.
   */
  public static ScanSettings standard() {
    return new ScanSettings(
        Detectors.standard(),
        Set.of(),
        "",
        DEFAULT_MAX_FILE_BYTES,
        Clock.systemUTC(),
        ProjectPaths.here(),
        FileModes::isWritableByOthers);
  }

  /** These settings with other detectors. */
  public ScanSettings withDetectors(List<Detector> other) {
    return new ScanSettings(
        other, suppressed, orgId, maxFileBytes, clock, projectPaths, isWritableByOthers);
  }

  /** These settings without findings of the given types. */
  public ScanSettings withSuppressed(Set<String> findingTypes) {
    return new ScanSettings(
        detectors, findingTypes, orgId, maxFileBytes, clock, projectPaths, isWritableByOthers);
  }

  /** These settings for an organisation. */
  public ScanSettings withOrgId(String other) {
    return new ScanSettings(
        detectors, suppressed, other, maxFileBytes, clock, projectPaths, isWritableByOthers);
  }

  /** These settings with another limit for the size of a file, in bytes. */
  public ScanSettings withMaxFileBytes(long other) {
    if (other < 1) {
      throw new IllegalArgumentException(
          "A file may have " + other + " bytes; expected at least 1");
    }
    return new ScanSettings(
        detectors, suppressed, orgId, other, clock, projectPaths, isWritableByOthers);
  }

  /** These settings with another clock. Durations are measured by the JVM, whatever the clock. */
  public ScanSettings withClock(Clock other) {
    return new ScanSettings(
        detectors, suppressed, orgId, maxFileBytes, other, projectPaths, isWritableByOthers);
  }

  /** These settings with another project and home. */
  public ScanSettings withProjectPaths(ProjectPaths other) {
    return new ScanSettings(
        detectors, suppressed, orgId, maxFileBytes, clock, other, isWritableByOthers);
  }

  /** These settings with another answer to whether others may change the file at a path. */
  public ScanSettings withFileModes(Predicate<String> other) {
    return new ScanSettings(detectors, suppressed, orgId, maxFileBytes, clock, projectPaths, other);
  }

  List<Detector> detectors() {
    return detectors;
  }

  Set<String> suppressed() {
    return suppressed;
  }

  String orgId() {
    return orgId;
  }

  long maxFileBytes() {
    return maxFileBytes;
  }

  Clock clock() {
    return clock;
  }

  ProjectPaths projectPaths() {
    return projectPaths;
  }

  Predicate<String> isWritableByOthers() {
    return isWritableByOthers;
  }

  Ids ids() {
    return new Ids(clock);
  }

  /** Milliseconds since a reading of {@link System#nanoTime}, to a microsecond. */
  double elapsedMillis(long startNanos) {
    return Math.round((System.nanoTime() - startNanos) / 1_000.0) / 1_000.0;
  }
}
