package io.svc.server.telemetry;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * OTLP/HTTP 1.x at its standard paths, in Protocol Buffers and in JSON, optionally with gzip; the
 * response has the format of the request.
 */
public final class OtlpRoutes {
  private static final String PROTOBUF = "application/x-protobuf";
  private static final String OTHER_AGENT = EventIntake.OTHER_AGENT;
  private static final int LARGEST_BODY = 8 << 20;

  private final Telemetry telemetry;
  private final IngestLimiter loads;

  OtlpRoutes(Telemetry telemetry, IngestLimiter loads) {
    this.telemetry = telemetry;
    this.loads = loads;
  }

  void register(Api api) {
    RouteAccess access =
        RouteAccess.key(Scope.TELEMETRY_WRITE, RateLimitBucket.TELEMETRY)
            .withBodyUpTo(LARGEST_BODY)
            .orType(PROTOBUF)
            .forAgents();
    api.post("/v1/traces", access, this::traces);
    api.post("/v1/logs", access, this::logs);
    api.post("/v1/metrics", access, this::metrics);
  }

  private void traces(Call call) {
    boolean withContent = telemetry.storesContent(call.org());
    MappingResult mapped =
        loads.with(
            call,
            true,
            body ->
                new SpanReader(telemetry.sanitizer(call.org()))
                    .read(
                        read(call, body, ExportTraceServiceRequest.getDefaultInstance()),
                        telemetry.now(),
                        withContent));
    RejectedItems rejected = store(call, Telemetry.Signal.TRACES, mapped, "rejectedSpans");
    answer(call, rejected);
  }

  private void logs(Call call) {
    boolean withContent = telemetry.storesContent(call.org());
    MappingResult mapped =
        loads.with(
            call,
            true,
            body ->
                new LogReader(telemetry.sanitizer(call.org()), telemetry.logs())
                    .read(
                        read(call, body, ExportLogsServiceRequest.getDefaultInstance()),
                        Call.sha256(body),
                        telemetry.now(),
                        withContent));
    RejectedItems rejected = store(call, Telemetry.Signal.LOGS, mapped, "rejectedLogRecords");
    answer(call, rejected);
  }

  private void metrics(Call call) {
    MappingResult mapped =
        loads.with(
            call,
            true,
            body ->
                new MetricReader(telemetry.sanitizer(call.org()))
                    .read(
                        read(call, body, ExportMetricsServiceRequest.getDefaultInstance()),
                        telemetry.now()));
    List<IngestResult> results =
        telemetry.ingest(
            call.org(), call.caller().agentId(), Telemetry.Signal.METRICS, mapped.items());
    telemetry.count(Telemetry.Signal.METRICS, "dropped", mapped.ignored());
    long others = results.stream().filter(result -> result == IngestResult.OTHER_AGENT).count();
    RejectedItems rejected =
        new RejectedItems(others, others > 0 ? OTHER_AGENT : "", "rejectedDataPoints");
    answer(call, rejected);
  }

  @SuppressWarnings("unchecked") // The builder and the parser are of the given type.
  private static <M extends Message> M read(Call call, byte[] body, M type) {
    if (!call.mediaType().equals(PROTOBUF)) {
      return (M) OtlpJson.read(Call.json(body), type.newBuilderForType()).build();
    }
    try {
      return (M) type.getParserForType().parseFrom(body);
    } catch (InvalidProtocolBufferException e) {
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED, "The body is not an OTLP message in Protocol Buffers.");
    }
  }

  /** The number of rejected items, and the first reason. */
  private record RejectedItems(long count, String why, String name) {
    boolean isNone() {
      return count == 0;
    }
  }

  private RejectedItems store(
      Call call, Telemetry.Signal signal, MappingResult mapped, String name) {
    List<IngestResult> results =
        telemetry.ingest(call.org(), call.caller().agentId(), signal, mapped.items());
    telemetry.count(signal, "rejected", mapped.rejected());
    telemetry.count(signal, "ignored", mapped.ignored());
    long unknown = results.stream().filter(result -> result == IngestResult.UNKNOWN_AGENT).count();
    long others = results.stream().filter(result -> result == IngestResult.OTHER_AGENT).count();
    String reason =
        !mapped.problem().isEmpty()
            ? mapped.problem()
            : others > 0 ? OTHER_AGENT : unknown > 0 ? EventIntake.UNKNOWN_AGENT : "";
    return new RejectedItems(mapped.rejected() + unknown + others, reason, name);
  }

  private static void answer(Call call, RejectedItems rejected) {
    if (call.mediaType().equals(PROTOBUF)) {
      call.sendBinary(200, PROTOBUF, response(rejected).toByteArray());
      return;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    if (!rejected.isNone()) {
      Map<String, Object> partial = new LinkedHashMap<>();
      // 64-bit integers are texts in this format.
      partial.put(rejected.name(), Long.toString(rejected.count()));
      partial.put("errorMessage", rejected.why());
      json.put("partialSuccess", partial);
    }
    call.send(200, "application/json", Json.bytes(json));
  }

  /** The responses for traces, logs and metrics have the same binary form. */
  private static Message response(RejectedItems rejected) {
    ExportTraceServiceResponse.Builder response = ExportTraceServiceResponse.newBuilder();
    if (!rejected.isNone()) {
      response
          .getPartialSuccessBuilder()
          .setRejectedSpans(rejected.count())
          .setErrorMessage(rejected.why());
    }
    return response.build();
  }
}
