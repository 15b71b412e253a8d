package io.svc.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.CodedInputStream;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** OTLP as JSON, as the SDKs of JavaScript and Python and others send it, and what is refused. */
class OtlpJsonTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6".repeat(3);
  private static final String MAIL = "jane.doe@example.com";

  private final Instant now = Clock.systemUTC().instant();
  private TestServer server;
  private Told told;

  @BeforeEach
  void start() {
    server = TestServer.shared();
    told = new Told(server);
  }

  private String nanos(int secondsAgo) {
    return now.minusSeconds(secondsAgo).getEpochSecond() + "000000000";
  }

  /** Attributes: name and value in turn. */
  private static String attributes(String... pairs) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      all.append(i == 0 ? "" : ",")
          .append("{\"key\":\"")
          .append(pairs[i])
          .append("\",\"value\":{\"")
          .append(pairs[i + 1].matches("\\d+") ? "intValue" : "stringValue")
          .append("\":\"")
          .append(pairs[i + 1])
          .append("\"}}");
    }
    return "[" + all + "]";
  }

  private String span(String spanId, String parent, int from, int to, String... attributes) {
    return "{\"traceId\":\"%s\",\"spanId\":\"%s\",\"parentSpanId\":\"%s\",\"name\":\"work\",\"kind\":1,\"startTimeUnixNano\":\"%s\",\"endTimeUnixNano\":\"%s\",\"attributes\":%s,\"status\":{}}"
        .formatted(TRACE, spanId, parent, nanos(from), nanos(to), attributes(attributes));
  }

  private static String request(String... spans) {
    return "{\"resourceSpans\":[{\"resource\":{\"attributes\":"
        + attributes("service.name", "shop")
        + "},\"scopeSpans\":[{\"scope\":{\"name\":\"x\"},\"spans\":["
        + String.join(",", spans)
        + "],\"schemaUrl\":\"\"}],\"aFieldOfTomorrow\":[1]}]}";
  }

  private JsonNode send(String body) {
    Answer answer = told.program().post("/v1/traces", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.json();
  }

  @Test
  void spans_that_come_out_of_order_and_twice_make_one_session() {
    String tool =
        span(
            "00f067aa0ba902b7",
            "00f067aa0ba902b1",
            50,
            40,
            "gen_ai.operation.name",
            "execute_tool",
            "gen_ai.tool.name",
            "search");
    String chat =
        span(
            "00f067aa0ba902b8",
            "00f067aa0ba902b1",
            55,
            51,
            "gen_ai.system",
            "openai",
            "gen_ai.request.model",
            "gpt-4",
            "gen_ai.usage.prompt_tokens",
            "7",
            "gen_ai.usage.completion_tokens",
            "3");
    String run = span("00f067aa0ba902b1", "", 60, 30, "gen_ai.operation.name", "invoke_agent");

    assertThat(send(request(tool))).isEmpty();
    send(request(chat, tool));
    send(request(run));
    send(request(run, chat, tool));

    assertThat(told.sessions("shop")).hasSize(1);
    JsonNode session = told.sessions("shop").get(0);
    assertThat(session.path("startedAt").asText()).isEqualTo(iso(60));
    assertThat(session.path("endedAt").asText()).isEqualTo(iso(30));
    assertThat(session.path("counts").path("toolCalls").asInt()).isEqualTo(1);
    assertThat(session.path("tokens").path("input").asInt()).isEqualTo(7);
    assertThat(session.path("tokens").path("output").asInt()).isEqualTo(3);
    assertThat(Told.types(session))
        .containsExactly("session_started", "llm_call", "tool_call", "session_ended");
    assertThat(told.feed("ToolCallEvent")).hasSize(1);
  }

  private String iso(int secondsAgo) {
    return io.svc.server.json.Json.time(
        Instant.ofEpochSecond(now.minusSeconds(secondsAgo).getEpochSecond()));
  }

  @Test
  void a_later_turn_of_a_conversation_moves_its_end() {
    send(
        request(
            span(
                "00f067aa0ba902c2",
                "",
                20,
                10,
                "gen_ai.operation.name",
                "invoke_agent",
                "gen_ai.conversation.id",
                "c1")));
    send(
        request(
            span(
                "00f067aa0ba902c1",
                "",
                50,
                40,
                "gen_ai.operation.name",
                "invoke_agent",
                "gen_ai.conversation.id",
                "c1")));

    JsonNode session = told.sessions("shop").get(0);
    assertThat(session.path("startedAt").asText()).isEqualTo(iso(50));
    assertThat(session.path("endedAt").asText()).isEqualTo(iso(10));
    assertThat(Told.types(session)).containsOnlyOnce("session_ended");
  }

  @Test
  void a_child_belongs_to_the_agent_around_it() {
    send(
        request(
            span(
                "00f067aa0ba902d2",
                "00f067aa0ba902d1",
                20,
                10,
                "gen_ai.operation.name",
                "execute_tool",
                "gen_ai.tool.name",
                "search"),
            span(
                "00f067aa0ba902d1",
                "",
                30,
                5,
                "gen_ai.operation.name",
                "invoke_agent",
                "gen_ai.agent.name",
                "finder",
                "gen_ai.agent.id",
                "asst_1")));

    assertThat(told.agents()).containsExactly("finder");
    assertThat(Told.types(told.sessions("finder").get(0))).contains("tool_call", "session_ended");
  }

  @Test
  void identifiers_may_be_base64_and_enums_names() {
    String trace = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(TRACE));
    String span = Base64.getEncoder().encodeToString(HexFormat.of().parseHex("00f067aa0ba902e1"));
    String sent =
        request(
                span(
                    "00f067aa0ba902e1",
                    "",
                    20,
                    10,
                    "gen_ai.operation.name",
                    "execute_tool",
                    "gen_ai.tool.name",
                    "search"))
            .replace(TRACE, trace)
            .replace("00f067aa0ba902e1", span)
            .replace("\"kind\":1", "\"kind\":\"SPAN_KIND_CLIENT\"");

    send(sent);

    assertThat(told.sessions("shop").get(0).path("traceId").asText()).isEqualTo(TRACE);
  }

  @Test
  void invalid_spans_are_reported_and_the_others_stored() {
    JsonNode answer =
        send(
            request(
                span("zz", "", 20, 10, "gen_ai.operation.name", "execute_tool"),
                span(
                    "00f067aa0ba902f1",
                    "",
                    900_000,
                    899_999,
                    "gen_ai.operation.name",
                    "execute_tool"),
                span(
                    "00f067aa0ba902f2",
                    "",
                    20,
                    10,
                    "gen_ai.operation.name",
                    "execute_tool",
                    "gen_ai.tool.name",
                    "search")));

    assertThat(answer.path("partialSuccess").path("rejectedSpans").asText()).isEqualTo("2");
    assertThat(answer.path("partialSuccess").path("errorMessage").asText()).contains("spanId");
    assertThat(told.sessions("shop")).hasSize(1);
  }

  @Test
  void nothing_secret_or_personal_of_attributes_is_stored() {
    String bad = "\"status\":{\"code\":2,\"message\":\"token " + SECRET + " of " + MAIL + "\"}";
    send(
        request(
                span(
                    "00f067aa0ba902a1",
                    "",
                    20,
                    10,
                    "gen_ai.operation.name",
                    "execute_tool",
                    "gen_ai.tool.name",
                    "search",
                    "gen_ai.tool.call.arguments",
                    "what " + MAIL + " said",
                    "enduser.id",
                    MAIL,
                    "http.request.header.authorization",
                    "Bearer " + SECRET,
                    "password",
                    "hunter2hunter2"))
            .replace("\"status\":{}", bad));

    assertThat(told.storedText())
        .contains("search")
        .doesNotContain(SECRET)
        .doesNotContain(MAIL)
        .doesNotContain("hunter2hunter2")
        .doesNotContain("gen_ai.tool.call.arguments");

    told.settings(Map.of("telemetryContent", true));
    send(
        request(
            span(
                "00f067aa0ba902a2",
                "",
                20,
                10,
                "gen_ai.operation.name",
                "execute_tool",
                "gen_ai.tool.name",
                "search",
                "gen_ai.tool.call.arguments",
                "what " + MAIL + " said with " + SECRET)));

    assertThat(told.storedText())
        .contains("gen_ai.tool.call.arguments")
        .doesNotContain(SECRET)
        .doesNotContain(MAIL);
  }

  @Test
  void agents_of_two_organizations_are_two() {
    Told other = new Told(server);
    String first =
        request(
            span(
                "00f067aa0ba902b7",
                "",
                20,
                10,
                "gen_ai.operation.name",
                "execute_tool",
                "gen_ai.tool.name",
                "search"));

    send(first);
    assertThat(other.agents()).isEmpty();
    other.program().post("/v1/traces", first);

    assertThat(other.sessions("shop")).hasSize(1);
    assertThat(told.sessions("shop")).hasSize(1);
  }

  @Test
  void unknown_agents_are_not_registered_when_registration_is_off() {
    told.settings(Map.of("autoRegister", false));

    JsonNode answer =
        send(
            request(
                span(
                    "00f067aa0ba902b7",
                    "",
                    20,
                    10,
                    "gen_ai.operation.name",
                    "execute_tool",
                    "gen_ai.tool.name",
                    "search")));

    assertThat(answer.path("partialSuccess").path("rejectedSpans").asText()).isEqualTo("1");
    assertThat(told.agents()).isEmpty();
  }

  @Test
  void what_is_no_otlp_is_rejected() {
    assertThat(told.program().post("/v1/traces", "{\"resourceSpans\":{}}").status()).isEqualTo(400);
    assertThat(
            told.program()
                .post(
                    "/v1/traces",
                    request(span("zz", "", 2, 1)).replace("\"kind\":1", "\"kind\":\"X\""))
                .status())
        .isEqualTo(400);
    assertThat(told.program().with("Content-Type", "text/plain").post("/v1/traces", "x").status())
        .isEqualTo(415);
    assertThat(told.admin().post("/v1/traces", "{}").status()).isEqualTo(401);
  }

  @Test
  void protocol_buffers_are_answered_with_the_same() throws Exception {
    HttpResponse<byte[]> bad = post("/v1/traces", new byte[] {(byte) 0xff, 1, 2}, told.key());
    HttpResponse<byte[]> stranger = post("/v1/logs", new byte[0], "svck_none");
    HttpResponse<byte[]> good = post("/v1/traces", new byte[0], told.key());

    assertThat(bad.statusCode()).isEqualTo(400);
    assertThat(bad.headers().firstValue("Content-Type")).contains("application/x-protobuf");
    assertThat(status(bad.body())).startsWith("3 The body is not an OTLP message");
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(status(stranger.body())).startsWith("16 ");
    assertThat(good.statusCode()).isEqualTo(200);
    assertThat(ExportTraceServiceResponse.parseFrom(good.body()).hasPartialSuccess()).isFalse();
  }

  private HttpResponse<byte[]> post(String path, byte[] body, String key) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Content-Type", "application/x-protobuf")
                .header("X-Api-Key", key)
                .timeout(Duration.ofMinutes(1))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
  }

  private static String status(byte[] bytes) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    assertThat(in.readTag()).isEqualTo(8);
    int code = in.readInt32();
    assertThat(in.readTag()).isEqualTo(18);
    return code + " " + in.readString();
  }

  @Test
  void what_grows_beyond_bounds_in_unpacking_is_rejected() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 100; i++) {
        gzip.write(blanks);
      }
    }

    Answer answer =
        told.program().with("Content-Encoding", "gzip").post("/v1/traces", packed.toByteArray());

    assertThat(answer.status()).isEqualTo(413);
  }

  private String inferenceDetails(String traceId, String... attributes) {
    return "{\"resourceLogs\":[{\"resource\":{\"attributes\":"
        + attributes("service.name", "shop")
        + "},\"scopeLogs\":[{\"logRecords\":[{\"timeUnixNano\":\""
        + nanos(5)
        + "\",\"eventName\":\"gen_ai.client.inference.operation.details\",\"traceId\":\""
        + traceId
        + "\",\"spanId\":\"00f067aa0ba902b7\",\"attributes\":"
        + attributes(attributes)
        + "}]}]}]}";
  }

  @Test
  void an_inference_event_without_a_conversation_belongs_to_its_trace() {
    Answer answer =
        told.program()
            .post(
                "/v1/logs",
                inferenceDetails(
                    TRACE,
                    "gen_ai.operation.name",
                    "chat",
                    "gen_ai.request.model",
                    "gpt-x",
                    "gen_ai.agent.name",
                    "event-bot"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).doesNotContain("rejected");
    assertThat(told.sessions("event-bot")).hasSize(1);
    assertThat(told.sessions("event-bot").get(0).path("traceId").asText()).isEqualTo(TRACE);
  }

  @Test
  void an_inference_event_of_a_service_belongs_to_its_trace() {
    Answer answer =
        told.program()
            .post(
                "/v1/logs",
                inferenceDetails(
                    TRACE, "gen_ai.operation.name", "chat", "gen_ai.request.model", "gpt-x"));

    assertThat(answer.text()).doesNotContain("rejected");
    assertThat(told.sessions("shop")).hasSize(1);
    assertThat(told.logs(told.sessions("shop").get(0).path("id").asText())).hasSize(1);
  }
}
