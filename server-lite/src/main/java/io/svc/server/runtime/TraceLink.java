package io.svc.server.runtime;

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
    TraceDraft.Status status) {}
