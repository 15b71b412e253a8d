package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.config.ReadOutcome.Unreadable;
import io.svc.scanner.detect.Detection;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.Subject;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFinder;
import io.svc.scanner.redact.SecretFormats;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Refused;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Scans config files: read, detect, sort, count. It opens no connection and starts no program.
 *
 * <p>Immutable and safe for many threads. What is wrong with a file is a value in the outcome; only
 * errors of programming throw.
 */
public final class Scanner {
  /** JVMs refuse arrays that are a few bytes larger. */
  private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8L;

  private final ScanSettings settings;
  private final Ids ids;

  /** A scanner with given settings and the shipped rules. */
  public Scanner(ScanSettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
    this.ids = settings.ids();
  }

  /** Read once for all scanners of a process, when the first of them is made. */
  private static final class Bundled {
    private static final SecretFormats FORMATS = new SecretFormats(RuleCatalog.bundled());
  }

  private static SecretFormats formats() {
    return Bundled.FORMATS;
  }

  /**
   * Loads what every scan needs: the rules, the parser, the catalogue of clients. A command may do
   * so in a second thread while it is still busy with its options; nobody has to.
   */
  public static void warmUp() {
    // In the order in which a scan asks for them.
    ConfigReader.readJson("{\"a\": [1, true, null, \"b\"]}");
    McpClients.all();
    ScanSettings.standard();
    formats().find("");
    Fingerprint.of("");
  }

  /** A scanner with the standard detectors and settings. */
  public static Scanner standard() {
    return new Scanner(ScanSettings.standard());
  }

  /** Scans one file in this thread. */
  public ScanOutcome scan(ScanRequest request) {
    Path path = request.path();
    Instant scannedAt = now();
    long start = System.nanoTime();
    byte[] bytes;
    try {
      bytes = read(path);
    } catch (NoSuchFileException e) {
      return new NotFound(path);
    } catch (TooLargeException e) {
      return new Refused(path, e.getMessage(), List.of());
    } catch (IOException e) {
      // Below a file, or below a directory that may not be entered, existence cannot be told.
      return Files.exists(path) || e instanceof AccessDeniedException
          ? new Refused(path, reasonOf(path), List.of())
          : new NotFound(path);
    }
    Instant observedAt = now();
    ReadOutcome outcome = ConfigReader.read(path, bytes, request.source());
    if (outcome instanceof Unreadable unreadable) {
      SecretFinder finder = new SecretFinder(formats());
      return new Refused(path, unreadable.reason(), finder.findInText(unreadable.text()));
    }
    McpConfig config = ((ReadOutcome.Read) outcome).config();
    return report(path, config, new Times(scannedAt, observedAt, start));
  }

  /**
   * Scans several files on all processors.
   *
   * @return one outcome for each request, in their order
   */
  public List<ScanOutcome> scanAll(List<ScanRequest> requests) {
    return scanAll(requests, outcome -> outcome);
  }

  /**
   * Scans several files on all processors and keeps of each only what is wanted: an outcome holds
   * its whole file, which is much for thousands of them.
   *
   * @param keep called in the thread of the scan, once for each outcome
   * @return what was kept for each request, in their order
   */
  public <T> List<T> scanAll(List<ScanRequest> requests, Function<ScanOutcome, T> keep) {
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), requests.size());
    if (threads <= 1) {
      List<T> kept = new ArrayList<>();
      for (ScanRequest request : requests) {
        kept.add(keep.apply(scan(request)));
      }
      return kept;
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (ScanRequest request : requests) {
        futures.add(pool.submit(() -> keep.apply(scan(request))));
      }
      List<T> kept = new ArrayList<>();
      for (Future<T> future : futures) {
        kept.add(future.get());
      }
      return kept;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The scan was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A scan failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Text without known formats of secrets, for messages about files that gave no report. */
  public String redact(String text) {
    return new Redactor(formats(), List.of()).redact(text);
  }

  private Scanned report(Path path, McpConfig config, Times times) {
    Subject subject = new Subject(config, formats(), settings.isWritableByOthers());
    List<Detection> detections = new ArrayList<>();
    for (Detector detector : settings.detectors()) {
      if (!settings.suppressed().contains(detector.check().findingType())) {
        detections.addAll(detector.detect(subject));
      }
    }
    Instant collectedAt = now();
    // A stable sort: within a severity the order of the file stays, then that of the detectors.
    detections.sort(
        (a, b) -> {
          int order = b.severity().compareTo(a.severity());
          order = order != 0 ? order : Integer.compare(a.location().line(), b.location().line());
          return order != 0 ? order : Integer.compare(a.location().column(), b.location().column());
        });
    Redactor redactor = subject.redactor();
    String configPath = redactor.redact(config.path());
    Findings findings =
        new Findings(
            ids,
            redactor,
            config.source(),
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
            config.skipped().isEmpty()
                ? McpScanReport.Status.COMPLETE
                : McpScanReport.Status.PARTIAL,
            config.servers().size(),
            found.size(),
            count(found, Severity.CRITICAL),
            count(found, Severity.HIGH),
            settings.elapsedMillis(times.startNanos),
            times.scannedAt,
            times.observedAt,
            collectedAt,
            processedAt,
            MarkdownSummary.of(config, found, redactor),
            found,
            Map.of());
    return new Scanned(path, report, config, redactor);
  }

  private byte[] read(Path path) throws IOException {
    long limit = settings.maxFileBytes();
    try (InputStream in = Files.newInputStream(path)) {
      // The size that a file system reports may be wrong: read one byte more than is allowed.
      byte[] bytes = in.readNBytes((int) Math.min(LARGEST_ARRAY - 1, limit) + 1);
      if (bytes.length > limit) {
        throw new TooLargeException(limit);
      }
      return bytes;
    }
  }

  private static String reasonOf(Path path) {
    if (Files.isDirectory(path)) {
      return "it is a directory; expected a file";
    }
    return Files.isReadable(path) ? "reading it failed" : "no permission to read it";
  }

  private static int count(List<Finding> findings, Severity severity) {
    int count = 0;
    for (Finding finding : findings) {
      count += finding.severity() == severity ? 1 : 0;
    }
    return count;
  }

  private Instant now() {
    return settings.clock().instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private record Times(Instant scannedAt, Instant observedAt, long startNanos) {}

  private static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLargeException(long limit) {
      super("it is larger than " + limit + " bytes; raise the limit with --max-file-size");
    }
  }
}
