package io.svc.server.telemetry;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads spans. A span describes the action, and often an enclosing span describes the agent:
 * attributes that a span lacks are taken from enclosing spans in the same request.
 */
final class SpanReader {
  static final int MOST = 10_000;

  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  private static final int MOST_AROUND = 64;

  private final TelemetrySanitizer cleaning;
  private final SpanItems items;

  SpanReader(TelemetrySanitizer cleaning) {
    this.cleaning = cleaning;
    this.items = new SpanItems(cleaning);
  }

  /** A span with its resource. */
  record Sent(Span span, String traceId, String spanId, Attributes own, Attributes resource) {
    Instant begun() {
      return EventTimes.ofNanos(span.getStartTimeUnixNano());
    }

    Instant ended() {
      Instant end = EventTimes.ofNanos(span.getEndTimeUnixNano());
      return end.isBefore(begun()) ? begun() : end;
    }
  }

  /** Returns the items about agents in a request. */
  MappingResult read(ExportTraceServiceRequest request, Instant now, boolean withContent) {
    MappingResult mapped = new MappingResult();
    Map<String, Sent> all = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Attributes attributes = Attributes.of(resource.getResource().getAttributesList());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          take(span, attributes, now, all, mapped);
        }
      }
    }
    for (Sent sent : all.values()) {
      Optional<GenAi.Operation> operation = operation(sent);
      Optional<TelemetryActor> actor = around(sent, all, this::told).or(() -> implied(sent));
      if (operation.isEmpty() || actor.isEmpty()) {
        mapped.ignore(1);
      } else {
        Optional<SessionReference> run =
            GenAi.run(
                around(sent, all, one -> one.own().text(GenAi.CONVERSATION)),
                sent.traceId(),
                "",
                cleaning);
        mapped.add(items.item(sent, operation.get(), actor.get(), run, withContent));
      }
    }
    return mapped;
  }

  private static void take(
      Span span, Attributes resource, Instant now, Map<String, Sent> all, MappingResult mapped) {
    if (!isId(span.getTraceId(), TRACE_BYTES) || !isId(span.getSpanId(), SPAN_BYTES)) {
      mapped.reject("A span has no traceId of 16 bytes or no spanId of 8, or one of zeros.");
      return;
    }
    String traceId = hex(span.getTraceId());
    String spanId = hex(span.getSpanId());
    Instant begun = EventTimes.ofNanos(span.getStartTimeUnixNano());
    if (!EventTimes.isTaken(begun, now)
        || !EventTimes.isTaken(EventTimes.ofNanos(span.getEndTimeUnixNano()), now)) {
      mapped.reject(
          "The span \"" + spanId + "\" is of another time than the last 7 days, or has none.");
    } else if (all.size() >= MOST) {
      mapped.reject("More than " + MOST + " spans are in one request.");
    } else {
      all.putIfAbsent(
          traceId + spanId,
          new Sent(span, traceId, spanId, Attributes.of(span.getAttributesList()), resource));
    }
  }

  static boolean isId(ByteString id, int bytes) {
    if (id.size() == bytes) {
      for (int i = 0; i < bytes; i++) {
        if (id.byteAt(i) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  private static Optional<GenAi.Operation> operation(Sent sent) {
    return GenAi.operation(sent.own(), sent.span().getKind() == Span.SpanKind.SPAN_KIND_SERVER);
  }

  private Optional<TelemetryActor> told(Sent sent) {
    return GenAi.actor(sent.own(), sent.resource(), cleaning).filter(actor -> !actor.isImplied());
  }

  private Optional<TelemetryActor> implied(Sent sent) {
    return GenAi.actor(sent.own(), sent.resource(), cleaning);
  }

  /** Returns a value of a span, or else of the nearest enclosing span. */
  private static <T> Optional<T> around(
      Sent sent, Map<String, Sent> all, Function<Sent, Optional<T>> told) {
    Sent one = sent;
    for (int i = 0; one != null && i < MOST_AROUND; i++) {
      Optional<T> found = told.apply(one);
      if (found.isPresent()) {
        return found;
      }
      one = all.get(one.traceId() + hex(one.span().getParentSpanId()));
    }
    return Optional.empty();
  }
}
