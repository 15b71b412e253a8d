package io.svc.server.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A trace that somebody keeps of a session.
 *
 * @param spanId empty for the trace as a whole
 * @param name such as that of its first span
 * @param duration empty while it goes on
 */
public record TraceDraft(
    String traceId,
    String spanId,
    String name,
    TraceSystem system,
    Instant startedAt,
    Optional<Duration> duration,
    Status status) {

  /** Where it is kept. The labels are part of the interface. */
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

  /** How it went, in the words of OpenTelemetry. */
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
