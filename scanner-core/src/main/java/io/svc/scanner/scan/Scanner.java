package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.rules.files.FileErrorText;
import io.svc.rules.files.NotRegularFileException;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.client.SkillScripts;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.config.ReadOutcome.Unreadable;
import io.svc.scanner.config.UnexaminedSection;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder;
import io.svc.scanner.redact.SecretFormatMatcher;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * Scans config files: reads, detects, sorts and counts. It opens no connection and starts no
 * program.
 *
 * <p>Immutable and thread-safe. Problems of a file are values of the outcome. Only programming
 * errors cause exceptions.
 */
public final class Scanner {
  /** JVMs reject arrays that are slightly larger. */
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  private static final Comparator<DetectedProblem> BY_SEVERITY_AND_PLACE =
      new Comparator<>() {
        @Override
        public int compare(DetectedProblem a, DetectedProblem b) {
          int order = b.severity().compareTo(a.severity());
          order = order != 0 ? order : Integer.compare(a.location().line(), b.location().line());
          return order != 0 ? order : Integer.compare(a.location().column(), b.location().column());
        }
      };

  private final ScanSettings settings;
  private final SecretFormatMatcher formats;
  private final Ids ids;

  /**
   * Creates a scanner with settings, and with the shipped rules in addition to the settings' rules.
   */
  public Scanner(ScanSettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
    this.formats =
        settings.rules().isEmpty()
            ? SecretFormatMatcher.bundled()
            : new SecretFormatMatcher(RuleCatalog.bundled().with(settings.rules()));
    this.ids = settings.ids();
  }

  /** Returns a scanner with the standard detectors and settings. */
  public static Scanner standard() {
    return new Scanner(ScanSettings.standard());
  }

  /** Scans a file in the calling thread. */
  public ScanOutcome scan(ScanRequest request) {
    return scan(request, List.of(), new DirectoryCache());
  }

  private ScanOutcome scan(
      ScanRequest request, List<NeighborServer> neighbors, DirectoryCache directories) {
    Path path = request.path();
    Instant scannedAt = now();
    long start = System.nanoTime();
    byte[] bytes;
    try {
      bytes = read(path);
    } catch (NoSuchFileException e) {
      return new NotFound(path);
    } catch (TooLargeException e) {
      return new UnreadableFile(path, requireNonNull(e.getMessage()), List.of());
    } catch (NotRegularFileException e) {
      return new UnreadableFile(path, e.getReason(), List.of());
    } catch (IOException e) {
      // Existence is unknown below a file or an inaccessible directory.
      return Files.exists(path) || e instanceof AccessDeniedException
          ? new UnreadableFile(path, reasonOf(path, e), List.of())
          : new NotFound(path);
    }
    Instant observedAt = now();
    ReadOutcome outcome =
        isSkillScript(request)
            ? ConfigReader.readScript(path, bytes, request.source())
            : ConfigReader.read(path, bytes, request.source(), request.kind());
    if (outcome instanceof Unreadable unreadable) {
      SecretFinder finder = new SecretFinder(formats);
      return new UnreadableFile(path, unreadable.reason(), finder.findInText(unreadable.text()));
    }
    McpConfig config = ((ReadOutcome.Parsed) outcome).config();
    ScannedFile file = new ScannedFile(request, settings, neighbors, directories);
    return report(path, config, file, new ScanTimes(scannedAt, observedAt, start));
  }

  /** The disk shows which files are scripts of a skill, unless the contents are from elsewhere. */
  private boolean isSkillScript(ScanRequest request) {
    return request.kind() == FileKind.SKILL_SCRIPT
        || (settings.readsDisk() && SkillScripts.isAt(request.path()));
  }

  /**
   * Scans several files on all processors.
   *
   * @return one outcome for each request, in the order of the requests
   */
  public List<ScanOutcome> scanAll(List<ScanRequest> requests) {
    return scanAll(requests, outcome -> outcome);
  }

  /**
   * Scans several files on all processors and retains only the results of a function. An outcome
   * references its complete file, which needs much memory for thousands of files. A file is scanned
   * a second time if its servers have names that are identical or similar to the names in an
   * earlier file.
   *
   * @param toResult called in the thread of the scan; the result for the last scan of a file is
   *     returned
   * @return the result for each request, in the order of the requests
   */
  public <T> List<T> scanAll(List<ScanRequest> requests, Function<ScanOutcome, T> toResult) {
    List<List<NeighborServer>> servers = new ArrayList<>();
    List<T> results = new ArrayList<>();
    DirectoryCache directories = new DirectoryCache();
    Set<Optional<Path>> shared = NameClashes.sharedProjects(requests);
    // Not a lambda: linking the first lambda delays a cold start.
    Function<ScanRequest, ResultWithServers<T>> scanOne =
        new Function<>() {
          @Override
          public ResultWithServers<T> apply(ScanRequest request) {
            ScanOutcome outcome = scan(request, List.of(), directories);
            return new ResultWithServers<>(
                toResult.apply(outcome),
                shared.contains(request.project()) ? serversOf(outcome) : List.of());
          }
        };
    for (ResultWithServers<T> noted : inParallel(requests, scanOne)) {
      results.add(noted.result());
      servers.add(noted.servers());
    }
    NameClashes clashes = NameClashes.of(requests, servers);
    for (int number : clashes.files()) {
      results.set(
          number, toResult.apply(scan(requests.get(number), clashes.of(number), directories)));
    }
    return results;
  }

  private record ResultWithServers<T>(T result, List<NeighborServer> servers) {}

  private List<NeighborServer> serversOf(ScanOutcome outcome) {
    if (!(outcome instanceof Scanned scanned)) {
      return List.of();
    }
    List<NeighborServer> servers = new ArrayList<>();
    String file =
        scanned.redactor().redact(settings.projectPaths().display(scanned.config().path()));
    for (McpServer server : scanned.config().servers()) {
      servers.add(NeighborServer.of(file, scanned.config().source(), server));
    }
    return servers;
  }

  private static <T> List<T> inParallel(List<ScanRequest> requests, Function<ScanRequest, T> task) {
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), requests.size());
    if (threads <= 1) {
      List<T> results = new ArrayList<>();
      for (ScanRequest request : requests) {
        results.add(task.apply(request));
      }
      return results;
    }
    AtomicReferenceArray<T> results = new AtomicReferenceArray<>(requests.size());
    AtomicInteger next = new AtomicInteger();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      // One task for each thread: a task for each file would also wake up this thread each time.
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        workers.add(
            pool.submit(
                () -> {
                  int number;
                  while ((number = next.getAndIncrement()) < requests.size()) {
                    results.set(number, task.apply(requests.get(number)));
                  }
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      List<T> ordered = new ArrayList<>();
      for (int i = 0; i < results.length(); i++) {
        ordered.add(results.get(i));
      }
      return ordered;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The scan was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("A scan failed", e.getCause());
    } finally {
      // The workers stop after their current files.
      next.set(requests.size());
      pool.shutdownNow();
    }
  }

  /** Masks known secret formats in a message about a file without a report. */
  public String redact(String text) {
    return new Redactor(formats, List.of()).redact(text);
  }

  /** Returns the detectors' input for a config that was not read by this scanner. */
  public DetectionSubject subject(McpConfig config) {
    return new DetectionSubject(config, formats, path -> false);
  }

  private Scanned report(Path path, McpConfig config, ScannedFile file, ScanTimes times) {
    DetectionSubject subject = new DetectionSubject(config, formats, file);
    List<DetectedProblem> detections = new ArrayList<>();
    for (Detector detector : settings.detectors()) {
      if (!settings.suppressed().contains(detector.check().findingType())) {
        detections.addAll(detector.detect(subject));
      }
    }
    Instant collectedAt = now();
    // The sort is stable: findings of one severity remain in the order of the file, then of the
    // detectors.
    detections.sort(BY_SEVERITY_AND_PLACE);
    Redactor redactor = subject.redactor();
    String configPath = redactor.redact(config.path());
    FindingFactory findings =
        new FindingFactory(
            ids,
            redactor,
            settings.suppressions(),
            config,
            configPath,
            redactor.redact(settings.projectPaths().display(config.path())));
    Instant processedAt = now();
    List<Finding> found = findings.of(detections, times.observedAt, collectedAt, processedAt);
    McpScanReport report =
        new McpScanReport(
            ids.next("rpt_"),
            settings.orgId(),
            config.source(),
            configPath,
            config.isPartial() ? McpScanReport.Status.PARTIAL : McpScanReport.Status.COMPLETE,
            config.servers().size(),
            Counts.of(found),
            Counts.of(found, Severity.CRITICAL),
            Counts.of(found, Severity.HIGH),
            settings.elapsedMillis(times.startNanos),
            times.scannedAt,
            times.observedAt,
            collectedAt,
            processedAt,
            MarkdownSummary.of(config, found, redactor),
            found,
            extensions(config, redactor));
    return new Scanned(path, report, config, redactor);
  }

  /** Returns the kind and the notes of the summary for programs; empty for most files. */
  private static Map<String, Object> extensions(McpConfig config, Redactor redactor) {
    if (config.unexamined().isEmpty() && config.kind() == FileKind.CLIENT_CONFIGURATION) {
      return Map.of();
    }
    Map<String, Object> extensions = new LinkedHashMap<>();
    if (config.kind() != FileKind.CLIENT_CONFIGURATION) {
      extensions.put(McpScanReport.FILE_KIND, config.kind().label());
    }
    if (config.unexamined().isEmpty()) {
      return extensions;
    }
    List<Object> sections = new ArrayList<>();
    for (UnexaminedSection section : config.unexamined()) {
      sections.add(
          MarkdownSummary.noteOf(
              redactor.redact(section.name()), section.line(), section.reason()));
    }
    extensions.put("unexamined_sections", sections);
    return extensions;
  }

  private byte[] read(Path path) throws IOException {
    long limit = settings.maxFileBytes();
    try (InputStream in = settings.open(path)) {
      int most = (int) Math.min(LARGEST_ARRAY - 1, limit) + 1;
      byte[] bytes = new byte[Math.min(most, Math.max(0, in.available()))];
      int count = in.readNBytes(bytes, 0, bytes.length);
      // The size reported by the file system may be wrong: read one byte more than the limit.
      int next = count < most ? in.read() : -1;
      if (next >= 0 || count < bytes.length) {
        bytes = withRest(Arrays.copyOf(bytes, count), next, in, most);
      }
      if (bytes.length > limit) {
        throw new TooLargeException(limit);
      }
      return bytes;
    }
  }

  private static byte[] withRest(byte[] bytes, int next, InputStream in, int most)
      throws IOException {
    if (next < 0) {
      return bytes;
    }
    byte[] rest = in.readNBytes(most - bytes.length - 1);
    byte[] all = Arrays.copyOf(bytes, bytes.length + 1 + rest.length);
    all[bytes.length] = (byte) next;
    System.arraycopy(rest, 0, all, bytes.length + 1, rest.length);
    return all;
  }

  private static String reasonOf(Path path, IOException problem) {
    return Files.isReadable(path) ? FileErrorText.reasonOf(problem) : "no read permission";
  }

  private Instant now() {
    return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private record ScanTimes(Instant scannedAt, Instant observedAt, long startNanos) {}

  private static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
      super(
          "it is larger than "
              + limit
              + " bytes"
              + (limit < ScanSettings.LARGEST_MAX_FILE_BYTES
                  ? "; raise the limit with --max-file-size"
                  : ", the highest limit of --max-file-size"));
    }
  }
}
