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
  static final int MAX = 10_000;

  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  private static final int MAX_AROUND = 64;

  private final TelemetrySanitizer sanitizer;
  private final SpanConverter items;

  SpanReader(TelemetrySanitizer sanitizer) {
    this.sanitizer = sanitizer;
    this.items = new SpanConverter(sanitizer);
  }

  /** A span with its resource. */
  record ReceivedSpan(
      Span span, String traceId, String spanId, Attributes own, Attributes resource) {
    Instant begun() {
      return EventTimeRange.ofNanos(span.getStartTimeUnixNano());
    }

    Instant ended() {
      Instant end = EventTimeRange.ofNanos(span.getEndTimeUnixNano());
      return end.isBefore(begun()) ? begun() : end;
    }
  }

  /** Returns the items about agents in a request. */
  MappingResult read(ExportTraceServiceRequest request, Instant now, boolean withContent) {
    MappingResult mapped = new MappingResult();
    Map<String, ReceivedSpan> all = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      Attributes attributes = Attributes.of(resource.getResource().getAttributesList());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          readSpan(span, attributes, now, all, mapped);
        }
      }
    }
    for (ReceivedSpan sent : all.values()) {
      Optional<GenAiConventions.Operation> operation = operation(sent);
      Optional<TelemetryActor> actor =
          around(sent, all, this::explicitActor).or(() -> implied(sent));
      if (operation.isEmpty() || actor.isEmpty()) {
        mapped.ignore(1);
      } else {
        Optional<SessionReference> run =
            GenAiConventions.run(
                around(sent, all, enclosing -> enclosing.own().text(GenAiConventions.CONVERSATION)),
                sent.traceId(),
                "",
                sanitizer);
        mapped.add(items.item(sent, operation.get(), actor.get(), run, withContent));
      }
    }
    return mapped;
  }

  private static void readSpan(
      Span span,
      Attributes resource,
      Instant now,
      Map<String, ReceivedSpan> all,
      MappingResult mapped) {
    if (!isId(span.getTraceId(), TRACE_BYTES) || !isId(span.getSpanId(), SPAN_BYTES)) {
      mapped.reject(
          "A span has no traceId of 16 bytes or no spanId of 8 bytes, or an ID of zeros.");
      return;
    }
    String traceId = hex(span.getTraceId());
    String spanId = hex(span.getSpanId());
    Instant begun = EventTimeRange.ofNanos(span.getStartTimeUnixNano());
    if (!EventTimeRange.isAccepted(begun, now)
        || !EventTimeRange.isAccepted(EventTimeRange.ofNanos(span.getEndTimeUnixNano()), now)) {
      mapped.reject("The span \"" + spanId + "\" has no time within the last 7 days.");
    } else if (all.size() >= MAX) {
      mapped.reject("More than " + MAX + " spans are in one request.");
    } else {
      all.putIfAbsent(
          traceId + spanId,
          new ReceivedSpan(
              span, traceId, spanId, Attributes.of(span.getAttributesList()), resource));
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

  private static Optional<GenAiConventions.Operation> operation(ReceivedSpan sent) {
    return GenAiConventions.operation(
        sent.own(), sent.span().getKind() == Span.SpanKind.SPAN_KIND_SERVER);
  }

  private Optional<TelemetryActor> explicitActor(ReceivedSpan sent) {
    return GenAiConventions.actor(sent.own(), sent.resource(), sanitizer)
        .filter(actor -> !actor.isImplied());
  }

  private Optional<TelemetryActor> implied(ReceivedSpan sent) {
    return GenAiConventions.actor(sent.own(), sent.resource(), sanitizer);
  }

  /** Returns a value of a span, or else of the nearest enclosing span. */
  private static <T> Optional<T> around(
      ReceivedSpan sent,
      Map<String, ReceivedSpan> all,
      Function<ReceivedSpan, Optional<T>> property) {
    ReceivedSpan span = sent;
    for (int i = 0; span != null && i < MAX_AROUND; i++) {
      Optional<T> found = property.apply(span);
      if (found.isPresent()) {
        return found;
      }
      span = all.get(span.traceId() + hex(span.span().getParentSpanId()));
    }
    return Optional.empty();
  }
}
