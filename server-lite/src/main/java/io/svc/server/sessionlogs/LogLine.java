package io.svc.server.sessionlogs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * A log line.
 *
 * @param id {@code log_} and a ULID
 * @param attributes an object
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record LogLine(
    @ColumnName("log_id") String id,
    @ColumnName("at") Instant timestamp,
    LogSeverity severity,
    LogSource source,
    String message,
    Optional<String> traceId,
    Optional<String> spanId,
    JsonNode attributes) {
  static final Comparator<LogLine> IN_ORDER =
      Comparator.comparing(LogLine::timestamp).thenComparing(LogLine::id);

  LogLine with(JsonNode others) {
    return new LogLine(id, timestamp, severity, source, message, traceId, spanId, others);
  }
}
