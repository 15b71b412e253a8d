package io.svc.scanner.scan;

import static io.svc.scanner.scan.TestScans.NOW;
import static io.svc.scanner.scan.TestScans.TWO_SERVERS;
import static io.svc.scanner.scan.TestScans.report;
import static io.svc.scanner.scan.TestScans.settings;
import static io.svc.scanner.scan.TestScans.ticking;
import static io.svc.scanner.scan.TestScans.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The times of a report. */
class ScannerTimesTest {
  @TempDir private Path directory;

  @Test
  void the_four_times_come_in_their_order() {
    var settings = settings(directory).withClock(ticking(Duration.ofMillis(10)));

    var report = report(settings, write(directory, "mcp.json", TWO_SERVERS));

    assertThat(
            List.of(
                report.scannedAt(),
                report.observedAt(),
                report.collectedAt(),
                report.processedAt()))
        .isSorted()
        .doesNotHaveDuplicates()
        .startsWith(NOW);
    assertThat(report.findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.observedAt()).isEqualTo(report.observedAt());
              assertThat(finding.collectedAt()).isEqualTo(report.collectedAt());
              assertThat(finding.processedAt()).isEqualTo(report.processedAt());
            });
  }

  @Test
  void times_are_cut_to_milliseconds() {
    var clock = Clock.fixed(NOW.plusNanos(999_999), ZoneOffset.UTC);

    var report =
        report(settings(directory).withClock(clock), write(directory, "mcp.json", TWO_SERVERS));

    assertThat(report.processedAt()).isEqualTo(NOW);
  }

  @Test
  void a_scan_is_timed_by_this_machine_whatever_the_clock() {
    var settings = settings(directory).withClock(Clock.fixed(NOW, ZoneOffset.UTC));

    var report = report(settings, write(directory, "mcp.json", TWO_SERVERS));

    assertThat(report.scanDurationMs()).isPositive();
  }

  @Test
  void a_scan_has_the_time_of_this_machine_unless_configured_otherwise() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    var report = report(directory, TWO_SERVERS);

    assertThat(report.scannedAt()).isBetween(before, Instant.now());
  }
}
