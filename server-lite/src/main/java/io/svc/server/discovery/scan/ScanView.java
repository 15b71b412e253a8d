package io.svc.server.discovery.scan;

import java.time.Instant;
import java.util.Optional;

/** A scan as the API tells it. */
record ScanView(
    String id,
    Scan.Status status,
    long assetsFound,
    long newAssets,
    long changedAssets,
    long removedAssets,
    long driftFindings,
    Instant startedAt,
    Optional<Instant> completedAt,
    Optional<String> error) {

  static ScanView of(Scan scan) {
    return new ScanView(
        scan.id(),
        scan.status(),
        scan.assetsFound(),
        scan.newAssets(),
        scan.changedAssets(),
        scan.removedAssets(),
        scan.driftFindings(),
        scan.startedAt(),
        scan.completedAt(),
        Optional.of(scan.error()).filter(text -> !text.isEmpty()));
  }
}
