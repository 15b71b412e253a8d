package io.svc.server.http;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.RawClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a body may be: JSON to the letter, in UTF-8, not too large and not too deep. */
class BodiesTest {
  /** Takes any address alike, and hashes nothing. */
  private static final String PATH = "/api/auth/forgot-password";

  private static final String GOOD = "{\"email\":\"ada@example.com\"}";
  private static final int MAX = 1 << 20;

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  private static Client visitor() {
    return server.visitor();
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  private static void assertAccepted(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
  }

  private static String rejectionOf(Object body) {
    Answer answer = visitor().post(PATH, body);
    expect(answer, 400, "validation_failed");
    return answer.json().path("message").asText();
  }

  @Test
  void a_mistake_is_reported_with_its_line_and_column() {
    assertThat(rejectionOf("{\n  \"email\": \"ada\",\n  \"password\" \"x\"\n}"))
        .contains("line 3, column 14");
  }

  @Test
  void a_name_twice_in_one_object_is_rejected() {
    assertThat(rejectionOf("{\"email\":\"a\",\"password\":\"b\",\"email\":\"c\"}"))
        .contains("a name occurs twice in one object")
        .contains("line 1");
    assertThat(rejectionOf("{\"email\":\"a\",\"em\\u0061il\":\"c\"}")).contains("twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"email\":\"a\",}",
        "{'username':'a'}",
        "{username:\"a\"}",
        "{\"email\":\"a\"} x",
        "{\"email\":\"a\"}{}",
        "{\"email\":\"a\"}]",
        "{\"email\":\"a\"/* why */}",
        "// why\n{}",
        "{\"email\":\"a\tb\"}",
        "{\"email\":\"a\\x\"}",
        "{\"email\":\"\\u12\"}",
        "{\"email\":NaN}",
        "{\"email\":Infinity}",
        "{\"email\":+1}",
        "{\"email\":01}",
        "{\"email\":.5}",
        "{\"email\":1.}",
        "{\"email\":0x1}",
        "{\"email\":True}",
        "{\"email\"",
        "{\"email\":\"a",
        "{",
        "",
        "   ",
        "\u0000",
        "\uFEFF{}",
        "[1,2"
      })
  void what_is_not_json_is_rejected(String body) {
    assertThat(rejectionOf(body)).startsWith("The body is not readable: ");
  }

  @ParameterizedTest
  @CsvSource({"[],a list", "null,null", "1,a number", "true,true or false", "\"a\",a text"})
  void what_is_no_object_is_rejected(String body, String kind) {
    assertThat(rejectionOf(body)).isEqualTo("The body is " + kind + "; expected a JSON object.");
  }

  @Test
  void bytes_that_are_not_utf_8_are_rejected() {
    assertThat(rejectionOf("{\"email\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
        .contains("not UTF-8 (line 1, column 11)");
    assertThat(rejectionOf("{\n\"é\":1}".getBytes(StandardCharsets.ISO_8859_1)))
        .contains("not UTF-8 (line 2, column 2)");
    rejectionOf("{\"email\":\"a\"}".getBytes(UTF_16));
    // An overlong form of "/", and half of a surrogate pair in UTF-8.
    rejectionOf(new byte[] {'"', (byte) 0xC0, (byte) 0xAF, '"'});
    rejectionOf(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'});
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\\u0000b", "\\ud800", "\\udc00\\ud800"})
  void a_character_that_is_no_text_is_rejected_with_its_field(String text) {
    Answer answer = visitor().post(PATH, "{\"email\":\"" + text + "\",\"username\":\"whatever\"}");

    expect(answer, 400, "validation_failed");
    assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("email");
  }

  @Test
  void a_surrogate_pair_is_a_character() {
    assertAccepted(
        visitor().post(PATH, "{\"email\":\"\\ud83d\\udc0e\",\"username\":\"whatever\"}"));
  }

  @Test
  void more_than_64_levels_are_rejected() {
    String deep = "{\"a\":" + "[".repeat(63) + "]".repeat(63) + ",\"email\":\"a\"}";
    assertThat(rejectionOf(deep)).contains("\"a\" is not a known field");
    assertThat(rejectionOf("{\"a\":" + "[".repeat(64) + "]".repeat(64) + "}"))
        .contains("nested more than 64 deep");
    rejectionOf("[".repeat(100_000));
    rejectionOf("{\"a\":".repeat(100_000));
  }

  @Test
  void numbers_and_names_without_end_are_rejected() {
    rejectionOf("{\"a\":" + "9".repeat(1_000) + "}");
    rejectionOf("{\"" + "n".repeat(50_000) + "\":1}");
    assertThat(rejectionOf("{\"a\":[0,\n1e400]}"))
        .contains("a number is too large", "line 2, column 1");
    assertThat(rejectionOf("{\"a\":-1e999999}")).contains("a number is too large");
    assertThat(rejectionOf("{\"a\":1e-999999,\"email\":\"a\"}"))
        .contains("\"a\" is not a known field");
  }

  @Test
  void fields_that_are_not_known_are_rejected_and_both_spellings_are_known() {
    assertThat(rejectionOf("{\"zzz\":{\"a\":[1]},\"emial\":\"a\"}"))
        .contains("\"zzz\" is not a known field; expected email, username.")
        .contains("\"emial\" is not a known field; did you mean email?");
    Answer answer =
        visitor()
            .post(
                "/api/auth/register",
                Map.of(
                    "email", "snake@example.com",
                    "password", TestServer.PASSWORD,
                    "workspace_name", "Snake"));
    assertThat(answer.json().at("/tenant/name").asText()).isEqualTo("Snake");
  }

  @Test
  void a_declared_oversized_body_is_rejected_before_it_is_sent() {
    Answer answer =
        RawClient.send(
            server.address(),
            "POST " + PATH + " HTTP/1.1",
            "Host: x",
            "Content-Type: application/json",
            "Content-Length: 1000000000000",
            "Connection: close");

    expect(answer, 413, "payload_too_large");
  }

  @Test
  void an_undeclared_oversized_body_is_rejected() {
    Answer answer = visitor().postChunked(PATH, () -> new ByteArrayInputStream(new byte[MAX + 1]));

    expect(answer, 413, "payload_too_large");
  }

  @Test
  void the_largest_body_is_taken() {
    assertAccepted(visitor().post(PATH, GOOD + " ".repeat(MAX - GOOD.length())));
    expect(
        visitor().post(PATH, GOOD + " ".repeat(MAX - GOOD.length() + 1)), 413, "payload_too_large");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @Test
  void gzip_is_unpacked() throws IOException {
    byte[] packed = gzip(GOOD.getBytes(UTF_8));

    assertAccepted(visitor().with("Content-Encoding", "gzip").post(PATH, packed));
    assertAccepted(visitor().with("Content-Encoding", "GZip").post(PATH, packed));
  }

  @Test
  void a_bomb_is_rejected() throws IOException {
    byte[] bomb = gzip(new byte[50 << 20]);

    expect(visitor().with("Content-Encoding", "gzip").post(PATH, bomb), 413, "payload_too_large");
  }

  @Test
  void an_invalid_gzip_body_is_rejected() throws IOException {
    Client packing = visitor().with("Content-Encoding", "gzip");
    byte[] complete = gzip(GOOD.getBytes(UTF_8));

    expect(packing.post(PATH, "{}"), 400, "validation_failed");
    expect(
        packing.post(PATH, Arrays.copyOf(complete, complete.length - 9)), 400, "validation_failed");
    expect(packing.post(PATH, ""), 400, "validation_failed");
  }

  @Test
  void another_packing_is_rejected() {
    for (String encoding : new String[] {"br", "deflate", "gzip, gzip", "aes128gcm"}) {
      expect(
          visitor().with("Content-Encoding", encoding).post(PATH, "{}"),
          415,
          "unsupported_media_type");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "application/xml",
        "json",
        ""
      })
  void another_type_is_rejected(String type) {
    Answer answer = visitor().with("Content-Type", type).post(PATH, "{}");

    expect(answer, 415, "unsupported_media_type");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json;charset=utf-8",
        "Application/JSON",
        "application/json ; charset=UTF-8",
        "application/vnd.example+json"
      })
  void json_by_any_of_its_names_is_taken(String type) {
    assertAccepted(visitor().with("Content-Type", type).post(PATH, GOOD));
  }

  @Test
  void everything_that_is_wrong_is_reported_at_once() {
    Answer answer =
        visitor()
            .post("/api/auth/register", "{\"username\":\"no spaces\",\"email\":7,\"name\":[]}");

    expect(answer, 400, "validation_failed");
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .containsExactlyInAnyOrder("username", "email", "name", "password");
  }
}
