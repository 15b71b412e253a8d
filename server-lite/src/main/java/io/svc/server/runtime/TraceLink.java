package io.svc.server.runtime;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Optional;

/**
 * A trace of a session, and where one looks at it.
 *
 * @param url empty while the tenant has not said where its traces are
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record TraceLink(
    String traceId,
    Optional<String> spanId,
    String name,
    TraceDraft.TraceSystem system,
    Optional<String> url,
    Instant startedAt,
    Optional<Long> durationMs,
    TraceDraft.Status status) {
  TraceLink {
    requireNonNull(traceId, "traceId is null");
    requireNonNull(spanId, "spanId is null");
    requireNonNull(name, "name is null");
    requireNonNull(system, "system is null");
    requireNonNull(url, "url is null");
    requireNonNull(startedAt, "startedAt is null");
    requireNonNull(durationMs, "durationMs is null");
    requireNonNull(status, "status is null");
  }
}
