package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.rules.AdvisoryIndex;
import io.svc.rules.Rule;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.files.RegularFile;
import io.svc.scanner.checks.Detectors;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.finding.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** How a scanner works. Immutable: each {@code with…} returns a copy. */
public final class ScanSettings {
  /** The largest file that is read unless told otherwise: 16 MiB. */
  public static final long DEFAULT_MAX_FILE_BYTES = 16L * 1024 * 1024;

  /**
   * The highest limit that the command accepts: 64 MiB. A file of that size with 300,000 servers
   * takes 20 seconds and a heap of 1.2 GB, and time and memory grow with its size.
   */
  public static final long LARGEST_MAX_FILE_BYTES = 64L * 1024 * 1024;

  private List<Detector> detectors = Detectors.standard();
  private List<Rule> rules = List.of();
  private Set<String> suppressed = Set.of();
  private Suppressions suppressions = Suppressions.NONE;
  private String orgId = "";
  private long maxFileBytes = DEFAULT_MAX_FILE_BYTES;
  private Clock clock = Clock.systemUTC();
  private ProjectPaths projectPaths = ProjectPaths.here();

  // Empty for what this machine says: a function for it would be linked at each start.
  private Optional<Predicate<String>> isWritableByOthers = Optional.empty();
  private Optional<Function<Path, FileFacts>> fileFacts = Optional.empty();
  private Optional<Supplier<List<AdvisoryIndex>>> advisories = Optional.empty();
  private Optional<ContentSource> contents = Optional.empty();

  private ScanSettings() {}

  private ScanSettings(ScanSettings other) {
    detectors = other.detectors;
    rules = other.rules;
    suppressed = other.suppressed;
    suppressions = other.suppressions;
    orgId = other.orgId;
    maxFileBytes = other.maxFileBytes;
    clock = other.clock;
    projectPaths = other.projectPaths;
    isWritableByOthers = other.isWritableByOthers;
    fileFacts = other.fileFacts;
    advisories = other.advisories;
    contents = other.contents;
  }

  /** Read when the first scan meets a package. */
  private static final class Shipped {
    private static final List<AdvisoryIndex> ADVISORIES = List.of(RuleCatalog.advisories());
  }

  /**
   * The standard detectors and rules, no organisation, files up to 16 MiB, this machine's clock and
   * files.
   */
  public static ScanSettings standard() {
    return new ScanSettings();
  }

  /** These settings with other detectors. */
  public ScanSettings withDetectors(List<Detector> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.detectors = List.copyOf(other);
    return copy;
  }

  /** These settings with rules of one's own beside the shipped ones. */
  public ScanSettings withRules(List<Rule> own) {
    ScanSettings copy = new ScanSettings(this);
    copy.rules = List.copyOf(own);
    return copy;
  }

  /** These settings without findings of the given types. */
  public ScanSettings withSuppressed(Set<String> findingTypes) {
    ScanSettings copy = new ScanSettings(this);
    copy.suppressed = Set.copyOf(findingTypes);
    return copy;
  }

  /** These settings with single findings set aside. */
  public ScanSettings withSuppressions(Suppressions other) {
    ScanSettings copy = new ScanSettings(this);
    copy.suppressions = requireNonNull(other, "suppressions is null");
    return copy;
  }

  /** These settings for an organisation. */
  public ScanSettings withOrgId(String other) {
    ScanSettings copy = new ScanSettings(this);
    copy.orgId = requireNonNull(other, "orgId is null");
    return copy;
  }

  /** These settings with another limit for the size of a file, in bytes. */
  public ScanSettings withMaxFileBytes(long other) {
    if (other < 1) {
      throw new IllegalArgumentException(
          "A file may have " + other + " bytes; expected at least 1");
    }
    ScanSettings copy = new ScanSettings(this);
    copy.maxFileBytes = other;
    return copy;
  }

  /** These settings with another clock. Durations are measured by the JVM, whatever the clock. */
  public ScanSettings withClock(Clock other) {
    ScanSettings copy = new ScanSettings(this);
    copy.clock = requireNonNull(other, "clock is null");
    return copy;
  }

  /** These settings with another project and home. */
  public ScanSettings withProjectPaths(ProjectPaths other) {
    ScanSettings copy = new ScanSettings(this);
    copy.projectPaths = requireNonNull(other, "projectPaths is null");
    return copy;
  }

  /** These settings with another answer to whether others may change the program at a path. */
  public ScanSettings withFileModes(Predicate<String> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.isWritableByOthers = Optional.of(other);
    return copy;
  }

  /** These settings with another answer to what the config file at a path is like. */
  public ScanSettings withFileFacts(Function<Path, FileFacts> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.fileFacts = Optional.of(other);
    return copy;
  }

  /**
   * These settings with advisories beside the shipped ones.
   *
   * @param more asked once for each package that a scan meets
   */
  public ScanSettings withAdvisories(Supplier<List<AdvisoryIndex>> more) {
    ScanSettings copy = new ScanSettings(this);
    copy.advisories = Optional.of(more);
    return copy;
  }

  /** These settings with content that comes from elsewhere than from the files themselves. */
  public ScanSettings withContents(ContentSource other) {
    ScanSettings copy = new ScanSettings(this);
    copy.contents = Optional.of(other);
    return copy;
  }

  List<Detector> detectors() {
    return detectors;
  }

  List<Rule> rules() {
    return rules;
  }

  Set<String> suppressed() {
    return suppressed;
  }

  Suppressions suppressions() {
    return suppressions;
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

  boolean isWritableByOthers(String program) {
    return isWritableByOthers.isPresent()
        ? isWritableByOthers.get().test(program)
        : ScannedFile.isProgramWritableByOthers(program);
  }

  InputStream open(Path configFile) throws IOException {
    return contents.isPresent() ? contents.get().open(configFile) : RegularFile.open(configFile);
  }

  /** What a scan with these settings knows of a config file besides its content. */
  public FileFacts factsOf(Path configFile) {
    return fileFacts.isPresent()
        ? fileFacts.get().apply(configFile)
        : ScannedFile.factsOf(configFile, projectPaths);
  }

  List<AdvisoryIndex> advisories() {
    return advisories.isPresent() ? advisories.get().get() : Shipped.ADVISORIES;
  }

  Ids ids() {
    return new Ids(clock);
  }

  /** Milliseconds since a reading of {@link System#nanoTime}, to a microsecond. */
  double elapsedMillis(long startNanos) {
    return Math.round((System.nanoTime() - startNanos) / 1_000.0) / 1_000.0;
  }
}
