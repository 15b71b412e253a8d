package io.svc.server.discovery.scan;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A scan of a platform, as stored and as returned by the API.
 *
 * @param unreadable the number of items that could not be read
 * @param error why the scan failed, or which parts it skipped
 */
record Scan(
    String id,
    @JsonIgnore String integrationId,
    @JsonIgnore Cause cause,
    Status status,
    long assetsFound,
    long newAssets,
    long changedAssets,
    long removedAssets,
    long driftFindings,
    @JsonIgnore long unreadable,
    Instant startedAt,
    Optional<Instant> completedAt,
    Optional<String> error) {

  /** The cause of a scan. */
  enum Cause {
    POLL,
    PERSON,
    IMPORT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status of a scan. */
  enum Status {
    RUNNING,
    COMPLETED,
    FAILED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The counts so far. */
  record Counts(long found, long fresh, long changed, long removed, long drift, long unreadable) {
    static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
  }

  Scan {
    requireNonNull(id, "id is null");
    requireNonNull(integrationId, "integrationId is null");
    requireNonNull(cause, "cause is null");
    requireNonNull(status, "status is null");
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(completedAt, "completedAt is null");
    requireNonNull(error, "error is null");
  }
}
