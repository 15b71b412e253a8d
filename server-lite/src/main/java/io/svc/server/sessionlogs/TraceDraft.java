package io.svc.server.sessionlogs;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A trace of a session in another system.
 *
 * @param spanId empty for the complete trace
 * @param name such as the name of its first span
 * @param duration empty while it is active
 */
public record TraceDraft(
    String traceId,
    String spanId,
    String name,
    TraceSystem system,
    Instant startedAt,
    Optional<Duration> duration,
    Status status) {

  /** The system that stores the trace. The labels are part of the interface. */
  public enum TraceSystem {
    JAEGER,
    TEMPO,
    LANGFUSE,
    OTLP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status, as OpenTelemetry defines it. */
  public enum Status {
    UNSET,
    OK,
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TraceDraft {
    if (traceId.isEmpty()) {
      throw new IllegalArgumentException("traceId is empty");
    }
  }
}
