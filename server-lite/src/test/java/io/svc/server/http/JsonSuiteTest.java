package io.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every file of the JSON parsing test suite, sent to the routes that take JSON in their own way.
 */
@Tag("thorough")
class JsonSuiteTest {
  private static final Path SUITE =
      Path.of(
          System.getProperty("project.root", ".."),
          "scanner-core/src/test/resources/json-test-suite/test_parsing");

  private static final String TWICE =
      "names SHOULD be unique (RFC 8259, section 4): what others read of such an object is not told";

  /** JSON to the letter, and refused nevertheless. */
  private static final Map<String, String> REFUSED_ON_PURPOSE =
      Map.of(
          "y_object_duplicated_key.json", TWICE, "y_object_duplicated_key_and_value.json", TWICE);

  /** A list of events, or one; what is none is refused in the list of refusals, by its number. */
  private static final String TAKES_ANY_VALUE = "/v1/telemetry/events";

  private static final String UNREADABLE = "The body is not readable: ";

  private static TestServer server;
  private static Client program;
  private static Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    Tenancy tenancy = new Tenancy(server);
    admin = tenancy.admin();
    program =
        tenancy.program(
            Role.OPERATOR,
            Scope.TELEMETRY_WRITE,
            Scope.EVAL_WRITE,
            Scope.REDACT_WRITE,
            Scope.REPORTS_WRITE);
  }

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SUITE)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(SUITE.resolve(name));
  }

  private static Optional<JsonNode> read(byte[] bytes) {
    try {
      return Optional.of(Json.read(bytes));
    } catch (BadJsonException e) {
      assertThat(e).hasMessageMatching(".+ \\(line [1-9]\\d*, column \\d+\\)");
      return Optional.empty();
    }
  }

  @Test
  void all_of_the_suite_is_here() throws IOException {
    assertThat(names()).hasSize(318).containsAll(REFUSED_ON_PURPOSE.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void the_reader_reads_what_is_json_and_reports_the_place_otherwise(String name)
      throws IOException {
    Optional<JsonNode> read = read(bytes(name));

    if (!name.startsWith("i_")) {
      assertThat(read.isPresent())
          .as(REFUSED_ON_PURPOSE.getOrDefault(name, "RFC 8259"))
          .isEqualTo(name.startsWith("y_") && !REFUSED_ON_PURPOSE.containsKey(name));
    }
    read.ifPresent(node -> assertThat(read(Json.bytes(node))).contains(node));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/auth/forgot-password",
        "/v1/traces",
        "/v1/logs",
        "/v1/metrics",
        "/v1/eval",
        "/v1/redact",
        TAKES_ANY_VALUE,
        "/api/v1/mcp/reports",
        "/api/policies/dsl/validate",
        "/api/alerts/rules"
      })
  void a_route_answers_each_file_with_200_or_with_400_and_the_reason(String path)
      throws IOException {
    for (String name : names()) {
      byte[] bytes = bytes(name);
      Optional<JsonNode> read = read(bytes);

      Answer answer = (path.matches("/api/[ap].*") ? admin : program).post(path, bytes);

      String told = name + ": " + answer;
      String message = answer.json().path("message").asText();
      assertThat(answer.status()).as(told).isIn(200, 201, 202, 400, 422);
      if (read.isEmpty()) {
        assertThat(answer.status()).as(told).isEqualTo(400);
        assertThat(message).as(told).startsWith(UNREADABLE).contains("line ");
      } else {
        assertThat(message).as(told).doesNotStartWith(UNREADABLE);
        if (!read.get().isObject() && !path.equals(TAKES_ANY_VALUE)) {
          // Read, and told apart from what cannot be: it is the wrong value.
          assertThat(answer.status()).as(told).isEqualTo(400);
          assertThat(message).as(told).containsPattern("expected an? (JSON )?object");
        }
      }
    }
  }
}
