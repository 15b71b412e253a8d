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

/** Settings of a scanner. Immutable: each {@code with…} method returns a copy. */
public final class ScanSettings {
  /** The default limit for the size of a file: 16 MiB. */
  public static final long DEFAULT_MAX_FILE_BYTES = 16L * 1024 * 1024;

  /**
   * The largest file size limit that the command accepts: 64 MiB. A file of that size with 300,000
   * servers takes 20 seconds and a heap of 1.2 GB. Time and memory grow with the size.
   */
  public static final long LARGEST_MAX_FILE_BYTES = 64L * 1024 * 1024;

  private List<Detector> detectors = Detectors.standard();
  private List<Rule> rules = List.of();
  private Set<String> suppressed = Set.of();
  private Suppressions suppressions = Suppressions.NONE;
  private String orgId = "";
  private long maxFileBytes = DEFAULT_MAX_FILE_BYTES;
  private Clock clock = Clock.systemUTC();
  private ProjectPaths projectPaths = ProjectPaths.ofCurrentDirectory();

  // Empty for the facts of this machine: a function would be linked at each start.
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

  /** Loaded when the first scan finds a package. */
  private static final class ShippedAdvisories {
    private static final List<AdvisoryIndex> ADVISORIES = List.of(RuleCatalog.advisories());
  }

  /**
   * Returns the standard settings: standard detectors and rules, no organization, files up to 16
   * MiB, and the clock and files of this machine.
   */
  public static ScanSettings standard() {
    return new ScanSettings();
  }

  /** Returns a copy with other detectors. */
  public ScanSettings withDetectors(List<Detector> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.detectors = List.copyOf(other);
    return copy;
  }

  /** Returns a copy with custom rules in addition to the shipped ones. */
  public ScanSettings withRules(List<Rule> customRules) {
    ScanSettings copy = new ScanSettings(this);
    copy.rules = List.copyOf(customRules);
    return copy;
  }

  /** Returns a copy that reports no findings of the given types. */
  public ScanSettings withSuppressed(Set<String> findingTypes) {
    ScanSettings copy = new ScanSettings(this);
    copy.suppressed = Set.copyOf(findingTypes);
    return copy;
  }

  /** Returns a copy with suppressions of findings. */
  public ScanSettings withSuppressions(Suppressions other) {
    ScanSettings copy = new ScanSettings(this);
    copy.suppressions = requireNonNull(other, "suppressions is null");
    return copy;
  }

  /** Returns a copy with an organization. */
  public ScanSettings withOrgId(String other) {
    ScanSettings copy = new ScanSettings(this);
    copy.orgId = requireNonNull(other, "orgId is null");
    return copy;
  }

  /** Returns a copy with another file size limit, in bytes. */
  public ScanSettings withMaxFileBytes(long other) {
    if (other < 1) {
      throw new IllegalArgumentException(
          "A file may have " + other + " bytes; expected at least 1");
    }
    ScanSettings copy = new ScanSettings(this);
    copy.maxFileBytes = other;
    return copy;
  }

  /** Returns a copy with another clock. Durations are always measured by the JVM. */
  public ScanSettings withClock(Clock other) {
    ScanSettings copy = new ScanSettings(this);
    copy.clock = requireNonNull(other, "clock is null");
    return copy;
  }

  /** Returns a copy with other paths of the project and the home directory. */
  public ScanSettings withProjectPaths(ProjectPaths other) {
    ScanSettings copy = new ScanSettings(this);
    copy.projectPaths = requireNonNull(other, "projectPaths is null");
    return copy;
  }

  /** Returns a copy with another test whether other users may change the program at a path. */
  public ScanSettings withFileModes(Predicate<String> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.isWritableByOthers = Optional.of(other);
    return copy;
  }

  /** Returns a copy with another source of facts about a config file. */
  public ScanSettings withFileFacts(Function<Path, FileFacts> other) {
    ScanSettings copy = new ScanSettings(this);
    copy.fileFacts = Optional.of(other);
    return copy;
  }

  /**
   * Returns a copy with advisories in addition to the shipped ones.
   *
   * @param more called once for each package that a scan finds
   */
  public ScanSettings withAdvisories(Supplier<List<AdvisoryIndex>> more) {
    ScanSettings copy = new ScanSettings(this);
    copy.advisories = Optional.of(more);
    return copy;
  }

  /** Returns a copy that reads the content of files from another source. */
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

  /** Returns true if the files are read from the disk. */
  boolean readsDisk() {
    return contents.isEmpty();
  }

  InputStream open(Path configFile) throws IOException {
    return contents.isPresent() ? contents.get().open(configFile) : RegularFile.open(configFile);
  }

  /** Returns the facts about a config file other than its content. */
  public FileFacts factsOf(Path configFile) {
    return factsOf(configFile, false, new DirectoryCache());
  }

  FileFacts factsOf(Path configFile, boolean isOwn, DirectoryCache directories) {
    return fileFacts.isPresent()
        ? fileFacts.get().apply(configFile)
        : ScannedFile.factsOf(configFile, projectPaths, isOwn, directories);
  }

  List<AdvisoryIndex> advisories() {
    return advisories.isPresent() ? advisories.get().get() : ShippedAdvisories.ADVISORIES;
  }

  Ids ids() {
    return new Ids(clock);
  }

  /** Returns the milliseconds since a {@link System#nanoTime} value, with microsecond precision. */
  double elapsedMillis(long startNanos) {
    return Math.round((System.nanoTime() - startNanos) / 1_000.0) / 1_000.0;
  }
}
