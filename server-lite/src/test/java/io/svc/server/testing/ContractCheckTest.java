package io.svc.server.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The check itself must see what is wrong; otherwise every other test is held against nothing. */
class ContractCheckTest {
  private static final String ID = "01JD8Q4M2T6V3W9X5Y7Z1A2B3C";

  private static Answer answer(String route, int status, String type, String body) {
    return new Answer(
        route,
        status,
        HttpHeaders.of(
            Map.of("Content-Type", List.of(type), "X-Request-Id", List.of("req_" + ID)),
            (name, value) -> true),
        body.getBytes(StandardCharsets.UTF_8));
  }

  private static String problem(String code, int status) {
    return """
        {"code":"%s","message":"m","status":%d,"type":"urn:svc:error:%s","title":"t","detail":"m",
         "requestId":"req_%s"}
        """
        .formatted(code, status, code, ID);
  }

  @Test
  void takes_what_is_described() {
    ContractCheck.check(
        answer("GET /healthz", 200, "application/json", "{\"status\":\"ok\",\"checks\":{}}"));
    ContractCheck.check(
        answer("GET /api/mcp/mcp_" + ID, 404, "application/json", problem("not_found", 404)));
    ContractCheck.check(
        answer("GET /api/nothing", 404, "application/json", problem("not_found", 404)));
  }

  @Test
  void sees_a_status_that_is_not_described() {
    assertThat(
            ContractCheck.problems(
                answer("GET /healthz", 201, "application/json", "{\"status\":\"ok\"}")))
        .containsExactly("the operation has no answer 201");
  }

  @Test
  void sees_a_field_too_many_and_one_too_few() {
    assertThatThrownBy(
            () ->
                ContractCheck.check(
                    answer(
                        "GET /healthz",
                        200,
                        "application/json",
                        "{\"status\":\"ok\",\"hash\":\"x\"}")))
        .hasMessageContaining("checks")
        .hasMessageContaining("hash");
  }

  @Test
  void sees_a_wrong_type_a_wrong_header_and_a_missing_one() {
    assertThat(ContractCheck.problems(answer("GET /healthz", 200, "text/html", "<p>ok</p>")))
        .containsExactly("the type \"text/html\" is not described");
    assertThat(
            ContractCheck.problems(
                new Answer(
                    "GET /api/auth/logout",
                    307,
                    HttpHeaders.of(
                        Map.of("RateLimit", List.of("soon"), "X-Request-Id", List.of("1")),
                        (name, value) -> true),
                    new byte[0])))
        .containsExactlyInAnyOrder(
            "the header Location is missing",
            "the header RateLimit is \"soon\"",
            "the header X-Request-Id is \"1\"");
  }

  @Test
  void sees_an_unknown_code_a_wrong_time_and_a_wrong_identifier() {
    assertThat(
            ContractCheck.problems(
                answer("GET /api/auth/session", 401, "application/json", problem("go_away", 401))))
        .hasSize(1);
    assertThat(ContractCheck.errors("/components/schemas/Timestamp", "\"2026-11-20T09:28:30Z\""))
        .isNotEmpty();
    assertThat(
            ContractCheck.errors("/components/schemas/Timestamp", "\"2026-13-40T09:28:30.000Z\""))
        .isNotEmpty();
    assertThat(ContractCheck.errors("/components/schemas/UserId", "\"org_" + ID + "\""))
        .isNotEmpty();
  }

  @Test
  void sees_a_body_that_reports_another_status() {
    assertThat(
            ContractCheck.problems(
                answer(
                    "GET /api/auth/session",
                    401,
                    "application/json",
                    problem("unauthenticated", 403))))
        .containsExactly("the body tells another status than the answer has");
  }

  @Test
  void sees_a_path_that_answers_though_it_is_not_described() {
    assertThat(ContractCheck.problems(answer("GET /api/secret", 200, "application/json", "{}")))
        .containsExactly("there is no operation for GET /api/secret");
    assertThat(
            ContractCheck.problems(
                answer("DELETE /healthz", 405, "application/json", "{\"error\":\"no\"}")))
        .isNotEmpty();
  }

  @Test
  void a_fixed_path_comes_before_one_with_a_parameter() {
    assertThat(ContractCheck.template("/api/mcp/baseline", "get")).contains("/api/mcp/baseline");
    assertThat(ContractCheck.template("/api/mcp/mcp_" + ID, "get")).contains("/api/mcp/{serverId}");
    assertThat(ContractCheck.template("/api/mcp/a/b/c", "get")).isEmpty();
    assertThat(ContractCheck.template("/api/policies/templates", "get"))
        .contains("/api/policies/templates");
    assertThat(ContractCheck.template("/api/policies/templates", "put"))
        .contains("/api/policies/{policyId}");
  }
}
