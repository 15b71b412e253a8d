package io.svc.scanner.scan;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import io.svc.rules.catalog.RuleCatalog;
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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Scans config files: read, detect, sort, count. It opens no connection and starts no program.
 *
 * <p>Immutable and safe for many threads. What is wrong with a file is a value in the outcome; only
 * errors of programming throw.
 */
public final class Scanner {
  private final ScanSettings settings;
  private final SecretFormats formats;
  private final Ids ids;

  /** A scanner with given settings and the shipped rules. */
  public Scanner(ScanSettings settings) {
    this.settings = requireNonNull(settings, "settings is null");
    this.formats = new SecretFormats(RuleCatalog.bundled());
    this.ids = settings.ids();
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
      return new Refused(path, reasonOf(path), List.of());
    }
    Instant observedAt = now();
    ReadOutcome outcome = ConfigReader.read(path, bytes, request.source());
    if (outcome instanceof Unreadable unreadable) {
      SecretFinder finder = new SecretFinder(formats);
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
    int threads = Math.min(Runtime.getRuntime().availableProcessors(), requests.size());
    if (threads <= 1) {
      return requests.stream().map(this::scan).toList();
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<ScanOutcome>> futures = new ArrayList<>();
      for (ScanRequest request : requests) {
        futures.add(pool.submit(() -> scan(request)));
      }
      List<ScanOutcome> outcomes = new ArrayList<>();
      for (Future<ScanOutcome> future : futures) {
        outcomes.add(future.get());
      }
      return outcomes;
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
    return new Redactor(formats, List.of()).redact(text);
  }

  private Scanned report(Path path, McpConfig config, Times times) {
    Predicate<String> modes = settings.isWritableByOthers();
    Subject subject = new Subject(config, formats, modes);
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
    Instant processedAt = now();
    List<Finding> findings = new ArrayList<>(detections.size());
    for (Detection detection : detections) {
      findings.add(
          finding(detection, config, redactor, times.observedAt, collectedAt, processedAt));
    }
    McpScanReport report =
        new McpScanReport(
            ids.next("rpt_"),
            settings.orgId(),
            config.source(),
            redactor.redact(config.path()),
            config.skipped().isEmpty()
                ? McpScanReport.Status.COMPLETE
                : McpScanReport.Status.PARTIAL,
            config.servers().size(),
            findings.size(),
            count(findings, Severity.CRITICAL),
            count(findings, Severity.HIGH),
            settings.elapsedMillis(times.startNanos),
            times.scannedAt,
            times.observedAt,
            collectedAt,
            processedAt,
            MarkdownSummary.of(config, findings, redactor),
            findings,
            Map.of());
    return new Scanned(path, report, config, redactor);
  }

  private Finding finding(
      Detection detection,
      McpConfig config,
      Redactor redactor,
      Instant observedAt,
      Instant collectedAt,
      Instant processedAt) {
    String server = redactor.redact(detection.server());
    String pointer = redactor.redact(detection.location().pointer());
    String path = settings.projectPaths().display(config.path());
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", pointer);
    location.put("line", detection.location().line());
    location.put("column", detection.location().column());
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", detection.ruleId());
    extensions.put(
        "fingerprint",
        Fingerprint.of(detection.findingType(), detection.ruleId(), path, server, pointer));
    extensions.put("location", location);
    for (Map.Entry<String, Object> entry : detection.extensions().entrySet()) {
      Object value = entry.getValue();
      extensions.put(entry.getKey(), value instanceof String text ? redactor.redact(text) : value);
    }
    return new Finding(
        ids.next("fnd_"),
        detection.findingType(),
        detection.severity(),
        server,
        redactor.redact(detection.detail()),
        detection.remediation(),
        redactor.redact(config.path()),
        config.source(),
        false,
        "",
        observedAt,
        collectedAt,
        processedAt,
        extensions);
  }

  private byte[] read(Path path) throws IOException {
    long limit = settings.maxFileBytes();
    try (InputStream in = Files.newInputStream(path)) {
      // The size that a file system reports may be wrong: read one byte more than is allowed.
      byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, limit + 1));
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
