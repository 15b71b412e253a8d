package io.svc.server.logging;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Formats a record as exactly one line. */
final class LineFormatter extends Formatter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final JsonFactory JSON = new JsonFactory();

  private final LogFormat format;

  LineFormatter(LogFormat format) {
    this.format = format;
  }

  @Override
  public String format(LogRecord entry) {
    String logger = entry.getLoggerName() == null ? "" : entry.getLoggerName();
    String time = TIME.format(Instant.ofEpochMilli(entry.getMillis()));
    String level = LogLevel.labelOf(entry.getLevel());
    String message = message(entry, LogArea.isProductLogger(logger));
    Optional<FailureReference> failure =
        Optional.ofNullable(entry.getThrown()).map(FailureReference::of);
    return switch (format) {
      case TEXT ->
          time
              + ' '
              + level
              + ' '
              + LogArea.of(logger)
              + ' '
              + message
              + failure.map(reference -> " " + reference).orElse("")
              + '\n';
      case JSON -> json(time, level, LogArea.of(logger), message, failure);
    };
  }

  private String message(LogRecord entry, boolean isProductCode) {
    String message = entry.getMessage() == null ? "" : formatMessage(entry);
    // Our own messages contain random identifiers, which must stay readable.
    String plain = SafeText.withoutClasses(message);
    return isProductCode ? SafeText.of(plain) : SafeText.ofUnknown(plain);
  }

  private static String json(
      String time, String level, String area, String message, Optional<FailureReference> failure) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", time);
      json.writeStringField("level", level);
      json.writeStringField("area", area);
      json.writeStringField("message", message);
      if (failure.isPresent()) {
        json.writeStringField("where", failure.get().where());
        json.writeStringField("failure", failure.get().hash());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.append('\n').toString();
  }
}
