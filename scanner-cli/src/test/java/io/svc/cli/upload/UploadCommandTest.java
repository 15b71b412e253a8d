package io.svc.cli.upload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.RecordingService;
import io.svc.cli.RecordingService.Reply;
import io.svc.cli.RecordingService.Request;
import io.svc.report.ToolMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UploadCommandTest {
  private static final String KEY = "svc_correct-horse-battery-9";
  private static final String CONFIG =
      """
      {"mcpServers": {"files": {"command": "npx", "args": ["-y", "left-files@latest"]}}}
      """;
  private static final Reply ACCEPTED =
      Reply.of(
          201,
          """
          {"report_id": "rpt_1", "status": "accepted", "duplicate": false, "findings_count": 3,
           "findings_new": 2, "url": "/mcp/reports/rpt_1", "counts": {"duplicate": true}}
          """);

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void scan() {
    command = new CommandRun(directory).with("SVC_API_KEY", KEY);
    command.file("mcp.json", CONFIG);
    command.file("more/mcp.json", CONFIG);
    Result scanned =
        command.run(
            "scan",
            "--config",
            "mcp.json",
            "--include-assets",
            "-o",
            "report.json",
            "--org-id",
            "org_acme");
    assertThat(scanned.err()).isEmpty();
  }

  @Test
  void a_report_is_sent_whole_with_the_headers_that_the_service_wants() throws IOException {
    String written = Files.readString(command.project().resolve("report.json"));
    try (RecordingService service = RecordingService.answering(ACCEPTED)) {
      Result result = command.run("upload", "report.json", "--url", service.url() + "/");

      Request request = service.requests().get(0);
      JsonNode report = new ObjectMapper().readTree(written);
      String id = report.get("report_id").asText();
      assertThat(service.requests()).hasSize(1);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/api/v1/mcp/reports");
      assertThat(request.headers())
          .containsEntry("authorization", "Bearer " + KEY)
          .containsEntry("content-type", "application/json")
          .containsEntry("idempotency-key", id)
          .containsEntry("user-agent", "svc-preflight/" + ToolMetadata.version());
      assertThat(new ObjectMapper().readTree(request.body())).isEqualTo(report);
      assertThat(result)
          .isEqualTo(
              new Result(
                  0,
                  id + "  accepted  3 findings, 2 new  " + service.url() + "/mcp/reports/rpt_1\n",
                  ""));
    }
  }

  @Test
  void reports_come_from_standard_input_too_and_get_the_organisation_that_they_lack()
      throws IOException {
    String reports = command.run("scan", "--config", "mcp.json", "--config", "more/mcp.json").out();
    try (RecordingService service =
        RecordingService.answering(ACCEPTED, Reply.of(200, "{\"duplicate\": true}"))) {
      Result result =
          command
              .reading(reports)
              .with("SVC_URL", service.url())
              .run("upload", "-", "--org-id", "org_acme");

      assertThat(result.err()).isEmpty();
      assertThat(result.out().lines().toList()).hasSize(2);
      assertThat(result.out().lines().toList().get(1)).contains("  already known  ");
      for (Request request : service.requests()) {
        assertThat(new ObjectMapper().readTree(request.body()).get("org_id").asText())
            .isEqualTo("org_acme");
      }
      assertThat(service.requests()).hasSize(2);
    }
  }

  @Test
  void a_service_that_fails_for_a_while_is_asked_again() throws IOException {
    try (RecordingService service =
        RecordingService.answering(
            new Reply(503, "{\"code\": \"store_unavailable\"}", Map.of("Retry-After", "0")),
            new Reply(429, "", Map.of("Retry-After", "Fri, 01 Jan 2021 00:00:00 GMT")),
            ACCEPTED)) {
      Result result = command.run("upload", "report.json", "--url", service.url());

      assertThat(result.exitCode()).isZero();
      assertThat(service.requests()).hasSize(3);
      assertThat(service.requests().stream().map(Request::body).distinct()).hasSize(1);
      assertThat(result.err().lines())
          .containsExactly(
              "warning: the service responded with 503 store_unavailable; retrying in 0.0 s",
              "warning: the service responded with 429; retrying in 0.0 s");
    }
  }

  @Test
  void a_service_that_stays_away_is_given_up() throws IOException {
    int port;
    try (RecordingService service = RecordingService.answering()) {
      port = service.port();
    }

    Result result =
        command.run("upload", "report.json", "--url", "http://localhost:" + port, "--tries", "2");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .contains("warning: cannot reach localhost:" + port + ": connection refused; retrying")
        .contains("was not uploaded: cannot reach localhost:" + port)
        .endsWith("(tried 2 times)\n");
  }

  @ParameterizedTest
  @CsvSource({
    "401, the service rejected the API key (401 some_code: in plain words)",
    "403, the API key does not have permission to upload this report (403 some_code: in plain"
        + " words)",
    "404, no report service found at",
    "413, exceeds the size limit of the service (413 some_code: in plain words)",
    "422, the service rejected report",
  })
  void a_rejection_is_reported_as_text_and_not_retried(int status, String message)
      throws IOException {
    Reply reply = Reply.of(status, "{\"code\": \"some_code\", \"message\": \"in plain words\"}");
    try (RecordingService service = RecordingService.answering(reply)) {
      Result result = command.run("upload", "report.json", "--url", service.url());

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).startsWith("error: ").contains(message).hasLineCount(1);
      assertThat(service.requests()).hasSize(1);
    }
  }

  @Test
  void the_key_does_not_follow_a_redirect() throws IOException {
    try (RecordingService other = RecordingService.answering(ACCEPTED);
        RecordingService service =
            RecordingService.answering(new Reply(308, "", Map.of("Location", other.url())))) {
      Result result = command.run("upload", "report.json", "--url", service.url());

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.err()).contains("has moved to " + other.url());
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void an_answer_that_is_no_json_and_hostile_texts_do_no_harm() throws IOException {
    Reply page = Reply.of(400, "{\"code\": \"\\u001b[31mred\", \"message\": \"a\\nb\"");
    Reply text = Reply.of(400, "{\"code\": \"\\u001b[31mred\", \"message\": \"a\\nb\"}");
    try (RecordingService service = RecordingService.answering(page, text)) {
      Result broken = command.run("upload", "report.json", "--url", service.url());
      Result hostile = command.run("upload", "report.json", "--url", service.url());

      assertThat(broken.err()).endsWith("(400)\n");
      assertThat(hostile.err()).endsWith("(400 \\u{1b}[31mred: a\\u{a}b)\n");
    }
  }

  @Test
  void a_link_to_somewhere_else_is_not_shown() throws IOException {
    Reply reply = Reply.of(201, "{\"url\": \"//evil.example/x\", \"findings_count\": \"lots\"}");
    try (RecordingService service = RecordingService.answering(reply)) {
      Result result = command.run("upload", "report.json", "--url", service.url());

      assertThat(result.out()).endsWith("/mcp.json\n").doesNotContain("evil");
    }
  }

  @Tag("thorough")
  @Test
  void a_certificate_of_ones_own_authority_is_named_by_a_variable() throws Exception {
    TestAuthority authority = new TestAuthority(directory);
    try (RecordingService service = RecordingService.answering(authority.context(), ACCEPTED)) {
      Result strange = command.run("upload", "report.json", "--url", service.url());
      Result trusted =
          command
              .with("SSL_CERT_FILE", authority.certificateFile().toString())
              .run("upload", "report.json", "--url", service.url());

      assertThat(strange.exitCode()).isEqualTo(2);
      assertThat(strange.err())
          .contains("its certificate is not trusted")
          .contains("SSL_CERT_FILE")
          .hasLineCount(1);
      assertThat(trusted.err()).isEmpty();
      assertThat(service.requests()).hasSize(1);
    }
  }

  @Tag("thorough")
  @Test
  void a_proxy_is_used_with_its_user_and_the_key_stays_inside_the_tunnel() throws Exception {
    TestAuthority authority = new TestAuthority(directory);
    try (RecordingService service = RecordingService.answering(authority.context(), ACCEPTED);
        ForwardProxy proxy = new ForwardProxy()) {
      Result result =
          command
              .with("SSL_CERT_FILE", authority.certificateFile().toString())
              .with("HTTPS_PROXY", "http://dana:letmein@localhost:" + proxy.port())
              .run("upload", "report.json", "--url", service.url());

      assertThat(result.err()).isEmpty();
      assertThat(proxy.heads()).hasSize(1);
      assertThat(proxy.heads().get(0))
          .startsWith("CONNECT localhost:" + service.port() + " ")
          .contains("Proxy-Authorization: Basic ZGFuYTpsZXRtZWlu\r\n")
          .doesNotContain(KEY);
      assertThat(service.requests().get(0).headers())
          .containsEntry("authorization", "Bearer " + KEY)
          .doesNotContainKey("proxy-authorization");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "localhost",
        ".localhost",
        "a.example, localhost",
        "*.localhost",
        "LOCALHOST"
      })
  void an_exception_from_the_proxy_is_reached_directly(String exceptions) throws IOException {
    try (RecordingService service = RecordingService.answering(ACCEPTED)) {
      Result result =
          command
              .with("http_proxy", "http://localhost:1")
              .with("NO_PROXY", exceptions)
              .run("upload", "report.json", "--url", service.url());

      assertThat(result.err()).isEmpty();
    }
  }

  @Test
  void a_proxy_that_is_away_is_named_without_its_password() throws IOException {
    try (RecordingService service = RecordingService.answering(ACCEPTED)) {
      Result result =
          command
              .with("http_proxy", "http://dana:letmein@localhost:1")
              .run("upload", "report.json", "--url", service.url(), "--tries", "1");

      assertThat(result.err())
          .contains("through the proxy localhost: connection refused")
          .doesNotContain("letmein");
      assertThat(service.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "svc.example.com | expected an address such as https://svc.example.com",
        "ftp://svc.example.com | expected an address such as https://svc.example.com",
        "https://svc.example.com/?a=b | expected an address such as https://svc.example.com",
        "http://svc.example.com | anyone on the network path can read the key",
        "https://dana:letmein@svc.example.com | contains a user name",
      })
  void an_address_that_is_wrong_or_not_safe_is_rejected(String url, String message) {
    Result result = command.run("upload", "report.json", "--url", url);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain("letmein").hasLineCount(1);
  }

  @Test
  void what_is_no_report_is_rejected_before_anything_is_sent() throws IOException {
    command.file("broken.json", "{\"report_id\": \"rpt_1\",\n  oops}");
    command.file("other.json", "{\"mcpServers\": {}}");
    command.file(
        "twice.json", "{\"report_id\": \"r\", \"config_path\": \"c\", \"findings\": []} {}");
    command.file("mine.json", CONFIG);
    try (RecordingService service = RecordingService.answering()) {
      for (String name : List.of("broken.json", "other.json", "twice.json", "mine.json")) {
        Result result =
            command.run(
                "upload", "report.json", name, "--url", service.url(), "--org-id", "org_acme");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).startsWith("error: " + name + " is not a scan report: ");
      }
      assertThat(command.run("upload", "none.json", "--url", service.url()).err())
          .isEqualTo("error: report not found at none.json\n");
      assertThat(service.requests()).isEmpty();
    }
  }

  @Test
  void organisations_are_not_mixed_up() {
    Result other =
        command.run("upload", "report.json", "--url", "http://localhost:1", "--org-id", "org_b");
    command.run("scan", "--config", "mcp.json", "-o", "none.json");
    Result none = command.run("upload", "none.json", "--url", "http://localhost:1");

    assertThat(other.err())
        .isEqualTo("error: report.json belongs to organization \"org_acme\", not of \"org_b\"\n");
    assertThat(none.err())
        .isEqualTo("error: none.json has no organization ID; use --org-id with upload or scan\n");
  }

  @Test
  void the_key_comes_from_a_file_and_no_message_contains_it() throws IOException {
    command.file("key.txt", KEY + "\n");
    command.file("two.txt", KEY + "\n" + KEY + "\n");
    command.file("empty.txt", "\n");
    try (RecordingService service =
        RecordingService.answering(ACCEPTED, Reply.of(401, ""), ACCEPTED)) {
      Result good = upload(service, "--api-key-file", "key.txt");
      Result rejected = upload(service, "--api-key", "another-" + KEY);
      Result byVariable =
          command
              .with("SVC_API_KEY", "")
              .with("SVC_API_KEY_FILE", "key.txt")
              .run("upload", "report.json", "--url", service.url());

      assertThat(good.exitCode()).isZero();
      assertThat(byVariable.exitCode()).isZero();
      assertThat(rejected.exitCode()).isEqualTo(2);
      assertThat(service.requests().stream().map(r -> r.headers().get("authorization")))
          .containsExactly("Bearer " + KEY, "Bearer another-" + KEY, "Bearer " + KEY);
      for (Result wrong :
          List.of(
              rejected,
              upload(service, "--api-key-file", "two.txt"),
              upload(service, "--api-key-file", "empty.txt"),
              upload(service, "--api-key-file", "missing.txt"),
              upload(service, "--api-key-file", "key.txt", "--api-key", KEY))) {
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("error: ").doesNotContain(KEY);
      }
    }
  }

  @Test
  void what_is_missing_is_named() {
    CommandRun bare = new CommandRun(directory);

    assertThat(bare.run("upload").err()).contains("missing REPORT");
    assertThat(bare.run("upload", "report.json").err()).contains("--url", "SVC_URL");
    assertThat(bare.run("upload", "report.json", "--url", "https://svc.example.com").err())
        .contains("--api-key-file", "SVC_API_KEY");
    assertThat(
            command
                .run("upload", "report.json", "--url", "http://localhost:1", "--tries", "0")
                .err())
        .contains("--tries is \"0\"; expected a number from 1 to 100");
  }

  private Result upload(RecordingService service, String... more) {
    List<String> words = new ArrayList<>(List.of("upload", "report.json", "--url"));
    words.add(service.url());
    words.addAll(List.of(more));
    return command.run(words.toArray(String[]::new));
  }
}
