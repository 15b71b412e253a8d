package io.svc.scanner.scan;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;

/** Files, secrets and clocks for the tests of this package. */
final class TestScans {
  static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  /** The second server holds {@code token(1)}; the first runs a package of no one version. */
  static final String TWO_SERVERS =
      """
      {
        "mcpServers": {
          "notes": {"command": "npx", "args": ["-y", "@acme/notes"]},
          "base": {
            "command": "uvx",
            "args": ["base-mcp==1.2.3"],
            "env": {"SUPABASE_ACCESS_TOKEN": "%s"}
          }
        }
      }
      """
          .formatted(token(1));

  private TestScans() {}

  /** A secret of a known format that no service has issued. */
  static String token(int seed) {
    return SampleTemplate.fill("sbp_{{hex:40}}", new Random(seed));
  }

  /** A secret that only its field gives away. */
  static String password(int seed) {
    return SampleTemplate.fill("{{base62:32}}", new Random(seed));
  }

  static Path write(Path directory, String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ScanSettings settings(Path directory) {
    return ScanSettings.standard()
        .withProjectPaths(new ProjectPaths(directory, directory.resolve("home")))
        .withFileModes(path -> false);
  }

  static ScanOutcome scan(ScanSettings settings, Path file) {
    return new Scanner(settings).scan(ScanRequest.of(file));
  }

  static McpScanReport report(ScanSettings settings, Path file) {
    ScanOutcome outcome = scan(settings, file);
    if (outcome instanceof UnreadableFile rejected) {
      throw new AssertionError("The file was refused: " + rejected.reason());
    }
    return ((Scanned) outcome).report();
  }

  /** A report of a text that stands in {@code mcp.json} of the directory. */
  static McpScanReport report(Path directory, String text) {
    return report(settings(directory), write(directory, "mcp.json", text));
  }

  /** A finding without what differs from scan to scan. */
  static String lasting(Finding finding) {
    return String.join(
        " | ",
        finding.findingType(),
        finding.severity().label(),
        finding.server(),
        finding.detail(),
        finding.remediation(),
        finding.configPath(),
        finding.source(),
        finding.extensions().toString());
  }

  /** A clock that goes on by a step each time it is asked. */
  static Clock ticking(Duration step) {
    return new TickingClock(step);
  }

  private static final class TickingClock extends Clock {
    private final Duration step;
    private Instant next = NOW;

    TickingClock(Duration step) {
      this.step = step;
    }

    @Override
    public synchronized Instant instant() {
      Instant now = next;
      next = next.plus(step);
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("This clock has one zone");
    }
  }
}
