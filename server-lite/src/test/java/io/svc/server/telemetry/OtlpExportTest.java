package io.svc.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.export.BatchLogRecordProcessor;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.svc.server.TestServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The SDK of OpenTelemetry tells a real server, in Protocol Buffers and packed with gzip. */
class OtlpExportTest {
  private static final Resource SERVICE =
      Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), "invoice-service"));

  private TestServer server;
  private Told told;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    told = new Told(server);
  }

  private SdkTracerProvider tracing() {
    return SdkTracerProvider.builder()
        .setResource(SERVICE)
        .addSpanProcessor(
            BatchSpanProcessor.builder(
                    OtlpHttpSpanExporter.builder()
                        .setEndpoint(server.address() + "/v1/traces")
                        .addHeader("x-api-key", told.key())
                        .setCompression("gzip")
                        .build())
                .build())
        .build();
  }

  private static void flush(CompletableResultCode code) {
    assertThat(code.join(30, TimeUnit.SECONDS).isSuccess()).isTrue();
  }

  @Test
  void a_run_of_an_agent_becomes_a_session_with_its_calls() {
    double accepted = told.items("accepted", "traces");
    double ignored = told.items("ignored", "traces");
    String traceId;
    try (SdkTracerProvider tracing = tracing()) {
      Tracer tracer = tracing.get("test");
      Span run =
          tracer
              .spanBuilder("invoke_agent invoice-bot")
              .setAttribute("gen_ai.operation.name", "invoke_agent")
              .setAttribute("gen_ai.agent.name", "invoice-bot")
              .setAttribute("gen_ai.conversation.id", "conv-7")
              .startSpan();
      traceId = run.getSpanContext().getTraceId();
      Context within = Context.root().with(run);
      Span chat =
          tracer
              .spanBuilder("chat gpt-4.1")
              .setAttribute("gen_ai.operation.name", "chat")
              .setAttribute("gen_ai.request.model", "gpt-4.1")
              .setAttribute("gen_ai.usage.input_tokens", 1200)
              .setAttribute("gen_ai.usage.output_tokens", 310)
              .setAttribute("gen_ai.input.messages", "the words of somebody")
              .setParent(within)
              .startSpan();
      chat.end();
      Span tool =
          tracer
              .spanBuilder("execute_tool create_payment")
              .setAttribute("gen_ai.operation.name", "execute_tool")
              .setAttribute("gen_ai.tool.name", "create_payment")
              .setAttribute("gen_ai.tool.call.id", "call_1")
              .setParent(within)
              .startSpan();
      tool.recordException(new IllegalStateException("card declined"));
      tool.setStatus(StatusCode.ERROR, "declined");
      tool.end();
      Span unrelated = tracer.spanBuilder("GET /health").setParent(within).startSpan();
      unrelated.end();
      run.end();
      flush(tracing.forceFlush());
    }

    JsonNode session = told.sessions("invoice-bot").get(0);
    assertThat(Told.types(session))
        .containsExactlyInAnyOrder(
            "session_started", "llm_call", "tool_call", "error", "session_ended");
    assertThat(session.path("status").asText()).isEqualTo("completed");
    assertThat(session.path("tokens").path("input").asLong()).isEqualTo(1200);
    assertThat(session.path("tokens").path("output").asLong()).isEqualTo(310);
    assertThat(session.path("traceId").asText()).isEqualTo(traceId);
    assertThat(session.path("durationMs").asLong()).isBetween(0L, 60_000L);
    assertThat(Told.entry(session, "tool_call").path("data").path("tool").asText())
        .isEqualTo("create_payment");
    assertThat(Told.entry(session, "error").toString()).contains("card declined");
    assertThat(told.storedText()).doesNotContain("the words of somebody");
    assertThat(told.feed("ToolCallEvent")).hasSize(1);
    assertThat(told.agent("invoice-bot").path("platform").asText()).isEqualTo("otel");
    assertThat(told.admin().get("/api/discovery").text()).contains("otel").contains("invoice-bot");
    assertThat(
            told.admin()
                .get("/api/store/trace-links?session_id=" + session.path("id").asText())
                .text())
        .contains(traceId)
        .contains("invoke_agent invoice-bot");
    assertThat(told.items("accepted", "traces") - accepted).isEqualTo(3);
    assertThat(told.items("ignored", "traces") - ignored).isEqualTo(1);
  }

  @Test
  void lines_of_logs_join_the_session_of_their_trace() {
    try (SdkTracerProvider tracing = tracing();
        SdkLoggerProvider logging =
            SdkLoggerProvider.builder()
                .setResource(SERVICE)
                .addLogRecordProcessor(
                    BatchLogRecordProcessor.builder(
                            OtlpHttpLogRecordExporter.builder()
                                .setEndpoint(server.address() + "/v1/logs")
                                .addHeader("authorization", "Bearer " + told.key())
                                .setCompression("gzip")
                                .build())
                        .build())
                .build()) {
      Span run =
          tracing
              .get("test")
              .spanBuilder("invoke_agent a")
              .setAttribute("gen_ai.operation.name", "invoke_agent")
              .setAttribute("gen_ai.agent.name", "logging-bot")
              .startSpan();
      run.end();
      flush(tracing.forceFlush());
      logging
          .get("test")
          .logRecordBuilder()
          .setContext(Context.root().with(run))
          .setSeverity(Severity.WARN)
          .setBody("mail to jane.doe@example.com was slow")
          .emit();
      logging
          .get("test")
          .logRecordBuilder()
          .setSeverity(Severity.ERROR)
          .setBody("of no trace")
          .emit();
      flush(logging.forceFlush());
    }

    String session = told.sessions("logging-bot").get(0).path("id").asText();
    assertThat(told.logs(session)).hasSize(1);
    JsonNode line = told.logs(session).get(0);
    assertThat(line.path("severity").asText()).isEqualTo("warning");
    assertThat(line.path("source").asText()).isEqualTo("otlp");
    assertThat(line.path("message").asText())
        .contains("was slow")
        .doesNotContain("jane.doe@example.com");
  }

  @Test
  void metrics_register_an_agent_and_are_counted() {
    double dropped = told.items("dropped", "metrics");
    try (SdkMeterProvider metering =
        SdkMeterProvider.builder()
            .setResource(SERVICE)
            .registerMetricReader(
                PeriodicMetricReader.builder(
                        OtlpHttpMetricExporter.builder()
                            .setEndpoint(server.address() + "/v1/metrics")
                            .addHeader("x-api-key", told.key())
                            .setCompression("gzip")
                            .build())
                    .build())
            .build()) {
      metering
          .get("test")
          .histogramBuilder("gen_ai.client.token.usage")
          .build()
          .record(12, Attributes.of(AttributeKey.stringKey("gen_ai.token.type"), "input"));
      metering.get("test").counterBuilder("http.requests").build().add(1);
      flush(metering.forceFlush());
    }

    assertThat(told.agents()).isEqualTo(List.of("invoice-service"));
    assertThat(told.items("dropped", "metrics") - dropped).isBetween(2.0, 9.0);
  }
}
