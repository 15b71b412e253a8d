package io.svc.server;

import io.svc.rules.Severity;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How each route that asks for credentials is called: the table that {@link RouteMatrixTest} walks.
 * A new route joins by a line; a new kind of identifier by a call of {@code kind}.
 */
final class RouteSamples {
  private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)}");

  private static final Map<String, Sample> SAMPLES = new LinkedHashMap<>();

  static {
    sample("GET /api/auth/session");
    sample("POST /api/auth/setup", "{\"organizationName\": \"Example Ltd\"}");

    sample(
            "POST /api/auth/change-password",
            "{\"currentPassword\": \"a wrong guess\", \"newPassword\": \"quite another 42\"}")
        .answered(409);
    sample("GET /api/auth/sessions");
    sample("POST /api/auth/end-sessions", "{\"currentPassword\": \"a wrong guess\"}");

    sample("GET /api/admin/api-keys");
    sample("POST /api/admin/api-keys", "{\"name\": \"ci\"}");
    sample("DELETE /api/admin/api-keys/{keyId}");
    sample("POST /api/admin/api-keys/{keyId}/rotate", "{\"graceHours\": 1}");
    sample("POST /api/admin/api-keys/{keyId}/transfer", "{\"ownerId\": \"{userId}\"}");
    sample("GET /api/admin/audit-log");
    sample("GET /api/admin/audit-log/verify");
    sample("GET /api/admin/audit-log/export");
    sample("GET /api/admin/invite");
    sample("POST /api/admin/invite", "{\"email\": \"new@example.net\", \"role\": \"role_viewer\"}");
    sample("DELETE /api/admin/invite").at("?id={invitationId}");
    sample("GET /api/admin/members");
    sample("DELETE /api/admin/members/{userId}");
    sample("DELETE /api/admin/members/{userId}/sessions");
    sample("PUT /api/admin/members/{userId}/role", "{\"role\": \"role_operator\"}");
    sample("GET /api/admin/tenant");
    sample("PUT /api/admin/tenant", "{\"industry\": \"finance\"}");
    sample("POST /api/admin/tenant/delete", "{}");
    sample("POST /api/admin/tenant/delete/cancel").answered(409);

    sample("GET /api/admin/integrations");
    sample(
        "POST /api/admin/integrations",
        "{\"type\": \"webhook\", \"name\": \"new\", \"config\": {\"url\":"
            + " \"https://a.example/\"}}");
    sample("GET /api/admin/integrations/{integrationId}");
    sample("PUT /api/admin/integrations/{integrationId}", "{\"name\": \"changed\"}");
    sample("DELETE /api/admin/integrations/{integrationId}");
    sample("POST /api/admin/integrations/{integrationId}/test");
    sample("GET /api/egress/credentials");
    sample(
        "PUT /api/egress/credentials",
        "{\"pattern\": \"api.example.com\", \"secret\": {\"token\": \"sample\"}}");
    sample("DELETE /api/egress/credentials/{credentialId}");
    sample("POST /api/egress/credentials/{credentialId}/test");
    sample("POST /api/admin/integrations/{integrationId}/scan").answered(409);
    sample("POST /api/admin/integrations/{integrationId}/import", "{\"nodes\": []}").answered(409);

    sample("GET /api/agents");
    sample("GET /api/agents/{agentId}");
    sample("GET /api/agents/{agentId}/sessions");
    sample("GET /api/sessions/{sessionId}");

    sample("GET /api/policies");
    sample("POST /api/policies", "{\"name\": \"sample\"}");
    sample("GET /api/policies/{policyId}");
    sample("PUT /api/policies/{policyId}", "{\"tags\": [\"new\"]}");
    sample("DELETE /api/policies/{policyId}");
    sample("GET /api/policies/{policyId}/versions");
    sample("POST /api/policies/{policyId}/assign", "{\"agentId\": \"{agentId}\"}");
    sample("POST /api/policies/{policyId}/unassign", "{\"agentId\": \"{agentId}\"}").answered(404);
    sample("POST /api/policies/{policyId}/toggle");
    sample("GET /api/policies/templates");
    sample("GET /api/policies/dsl/schema");
    sample("POST /api/policies/dsl/validate", "{\"dsl\": \"version: 1\"}");
    sample("POST /api/policies/dsl/compile", "{\"dsl\": \"version: 1\"}");

    sample("POST /v1/eval", "{\"agent_id\": \"{agentId}\", \"action\": \"tool_call\"}");
    sample("POST /v1/register", "{\"workflow_id\": \"wf_1\", \"platform\": \"n8n\"}");
    sample("POST /v1/redact", "{\"text\": \"Mail owner@example.com\"}");
    sample("GET /api/admin/redaction");
    sample("PUT /api/admin/redaction", "{\"allowList\": [\"support@example.com\"]}");
    sample(
        "POST /v1/telemetry/events",
        "[{\"event_type\": \"sample\", \"timestamp\": \"2026-11-22T12:00:00Z\", \"payload\": {}}]");
    sample("POST /v1/traces", "{}");
    sample("POST /v1/logs", "{}");
    sample("POST /v1/metrics", "{}");
    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")) {
      sample(method + " /v1/proxy").answered(400);
      // A host that no name has.
      sample(method + " /v1/proxy/{target}").word("target", "nobody@example").answered(400);
    }
    sample("GET /api/governance/execution");
    sample(
        "POST /api/governance/execution/{decisionId}/reveal",
        "{\"reason\": \"Incident 42: which customer was affected?\"}");
    sample("GET /api/v1/governance/execution");
    sample("GET /api/v1/governance/events");

    String promotion = "{\"action\": \"promote\"}";
    sample("GET /api/governance/rollout");
    sample(
        "POST /api/governance/rollout", "{\"policyId\": \"{policyId}\", \"action\": \"promote\"}");
    sample("GET /api/governance/rollout/{policyId}");
    sample("POST /api/governance/rollout/{policyId}", promotion);
    sample("GET /api/v1/governance/rollout");
    sample("GET /api/v1/governance/rollout/{policyId}");
    sample("POST /api/v1/governance/rollout/{policyId}/promote");
    sample("POST /api/v1/governance/rollout/{policyId}/rollback").answered(409);
    sample("POST /api/v1/governance/rollout/{policyId}/redraft").answered(409);
    sample("POST /api/v1/governance/rollout/{policyId}/replay");
    sample("GET /api/v1/governance/replays/{replayJobId}");
    for (String prefix : List.of("/api/governance", "/api/v1/governance")) {
      sample("GET " + prefix + "/kill-switch");
      sample("POST " + prefix + "/kill-switch/{operation}", "{\"reason\": \"incident 12\"}")
          .word("operation", "freeze-rollouts");
    }

    sample("GET /api/mcp");
    sample("GET /api/mcp/{serverId}");
    sample("GET /api/mcp/{serverId}/findings");
    sample("GET /api/mcp/findings");
    sample("GET /api/mcp/baseline");
    sample("POST /api/mcp/baseline", "{\"serverIds\": [\"{serverId}\"]}");
    sample("GET /api/mcp/baseline/diff");
    sample("GET /api/mcp/reports");
    sample("GET /api/mcp/reports/{reportId}");
    sample("POST /api/mcp/review", "{\"serverId\": \"{serverId}\", \"decision\": \"approve\"}");
    sample("POST /api/v1/mcp/reports", Reports.withOneFinding("org_00000000000000000000000001"));

    String order = "{\"agentId\": \"{agentId}\"}";
    String question = "{\"claimId\": \"{claimId}\"}";
    for (String prefix : List.of("/api/governance/attestation", "/api/v1/governance/attestation")) {
      sample("GET " + prefix);
      sample("POST " + prefix, order);
      sample("POST " + prefix + "/verify", question);
      sample("POST " + prefix + "/{claimId}/revoke", "{\"reason\": \"The agent is gone\"}");
      sample("GET " + prefix + "/keys");
      sample("POST " + prefix + "/keys/rotate");
    }

    String agent = "/api/lifecycle/agents/{agentId}";
    sample("GET /api/lifecycle/overview");
    sample("GET /api/lifecycle/config");
    sample("PUT /api/lifecycle/config", "{\"riskThreshold\": 50}");
    sample("GET " + agent + "/checklist");
    sample(
        "PUT " + agent + "/checklist",
        "{\"items\": [{\"key\": \"manual_security_review\", \"status\": \"fail\"}]}");
    sample("POST " + agent + "/transition", "{\"toState\": \"registered\"}");
    sample("POST " + agent + "/promotion/decide", "{\"decision\": \"approve\"}").answered(409);
    sample("DELETE " + agent + "/promotion").answered(409);

    sample("GET /api/detection/config");
    sample("PUT /api/detection/config", "{\"allowList\": [\"host:*.example.com\"]}");
    sample("GET /api/detection/models");
    sample("GET /api/detection/stats");
    sample("GET /api/alerts");
    sample("GET /api/alerts/{alertId}");
    sample("PATCH /api/alerts/{alertId}", "{\"triage_status\": \"acknowledged\"}");
    sample("POST /api/alerts/{alertId}/resend").answered(409);
    sample("GET /api/alerts/rules");
    sample(
        "POST /api/alerts/rules",
        "{\"name\": \"sample\", \"conditions\": {\"min_severity\": \"low\"}}");
    sample("GET /api/alerts/rules/{ruleId}");
    sample("PUT /api/alerts/rules/{ruleId}", "{\"enabled\": false}");
    sample("DELETE /api/alerts/rules/{ruleId}");

    sample("GET /api/reports");
    sample("POST /api/reports", "{\"type\": \"compliance\"}");
    sample("GET /api/reports/{reportId}").word("reportId", "{frozenReportId}");
    sample("GET /api/reports/{reportId}/export").word("reportId", "{frozenReportId}");
    sample("GET /api/store/runtime-logs").at("?session_id={sessionId}");
    sample("GET /api/store/trace-links").at("?session_id={sessionId}");

    sample("GET /api/discovery");
    sample("GET /api/discovery/{assetId}");
    sample("GET /api/discovery/{assetId}/diff");
    sample("GET /api/discovery/{assetId}/history");
    sample("POST /api/discovery/review", "{\"assetId\": \"{assetId}\", \"decision\": \"approve\"}");
    sample("GET /api/discovery/connectors");
    sample(
        "PUT /api/discovery/connectors",
        "{\"connectors\": [{\"name\": \"telegram\", \"classification\": \"blocked\"}]}");
    sample("GET /api/discovery/saved-views");
    sample("POST /api/discovery/saved-views", "{\"name\": \"new\"}");
    sample("PUT /api/discovery/saved-views/{viewId}", "{\"shared\": true}");
    sample("DELETE /api/discovery/saved-views/{viewId}");

    sample("GET /api/approvals");
    sample("GET /api/approvals/{approvalId}");
    sample("POST /api/approvals/{approvalId}/decide", "{\"decision\": \"deny\"}");
    sample("POST /api/approvals/{approvalId}/cancel");
    sample("GET /v1/approvals/{approvalId}");
    sample("GET /v1/approvals/{approvalId}/response");

    String incident = "/api/incidents/{incidentId}";
    sample("GET /api/incidents");
    sample("POST /api/incidents", "{\"title\": \"sample\"}");
    sample("GET " + incident);
    sample("PUT " + incident, "{\"status\": \"investigating\"}");
    sample("POST " + incident + "/notes", "{\"body\": \"seen\"}");
    sample("POST " + incident + "/contain", "{\"action\": \"release\", \"reason\": \"over\"}");
    sample("GET " + incident + "/review");
    sample("POST " + incident + "/review").answered(409);
    sample("PUT " + incident + "/review", "{\"rootCause\": \"known\"}").answered(404);
    sample("POST " + incident + "/communications/draft", "{\"channel\": \"email\"}");
    sample(
        "POST " + incident + "/communications/send",
        "{\"channel\": \"email\", \"recipients\": [\"a@example.com\"], \"subject\": \"s\","
            + " \"body\": \"b\"}");

    sample("GET /v1/store/certifications");
    sample("POST /v1/store/certifications", "{\"workflow_id\": \"wf_1\", \"platform\": \"n8n\"}");
    sample("POST /v1/store/certifications/bulk", "{\"workflow_ids\": [\"wf_1\"]}");
    sample("POST /v1/store/certifications/{certId}/revoke", "{\"reason\": \"over\"}").answered(409);
    sample("POST /api/agents/{agentId}/certify", "{}");

    sample("GET /api/overview");
    sample("GET /api/search/resources").at("?q=example");
  }

  /** What an identifier of each kind begins with. */
  private static final Map<String, String> PREFIXES =
      new LinkedHashMap<>(
          Map.of(
              "keyId", "key_",
              "invitationId", "inv_",
              "userId", "usr_",
              "serverId", "mcp_",
              "reportId", "rpt_",
              "agentId", "agt_",
              "sessionId", "ses_",
              "policyId", "pol_",
              "replayJobId", "rpl_",
              "claimId", "clm_"));

  /** How something of each kind is made in an organization; gives its identifier. */
  private static final Map<String, Function<Tenancy, String>> MAKERS =
      new LinkedHashMap<>(
          Map.of(
              "keyId",
              tenancy ->
                  createdId(
                      tenancy.admin().post("/api/admin/api-keys", Map.of("name", "sample")),
                      "/apiKey/id"),
              "invitationId",
              tenancy ->
                  createdId(
                      tenancy.admin().post("/api/admin/invite", Map.of("email", "new@example.net")),
                      "/invitation/id"),
              "userId",
              Tenancy::memberId,
              "serverId",
              tenancy -> {
                upload(tenancy);
                return createdId(tenancy.admin().get("/api/mcp"), "/servers/0/id");
              },
              "reportId",
              tenancy -> createdId(upload(tenancy), "/report_id"),
              "agentId",
              Tenancy::agentId,
              "sessionId",
              Tenancy::sessionId,
              "policyId",
              RouteSamples::policy,
              "replayJobId",
              tenancy ->
                  createdId(
                      tenancy
                          .admin()
                          .post(
                              "/api/v1/governance/rollout/" + policy(tenancy) + "/replay",
                              Map.of()),
                      "/replayJobId"),
              "claimId",
              tenancy ->
                  createdId(
                      tenancy
                          .admin()
                          .post(
                              "/api/governance/attestation", Map.of("agentId", tenancy.agentId())),
                      "/claim/claimId")));

  static {
    kind(
        "integrationId",
        "itg_",
        tenancy ->
            createdId(
                tenancy
                    .admin()
                    .post(
                        "/api/admin/integrations",
                        Map.of(
                            "type",
                            "webhook",
                            "name",
                            "sample",
                            "config",
                            Map.of("url", "https://127.0.0.1/"))),
                "/integration/id"));
    kind(
        "credentialId",
        "egc_",
        tenancy ->
            createdId(
                tenancy
                    .admin()
                    .put(
                        "/api/egress/credentials",
                        Map.of(
                            "pattern", "sample.example.com", "secret", Map.of("token", "sample"))),
                "/credential/id"));
    kind(
        "frozenReportId",
        "rpt_",
        tenancy ->
            createdId(
                tenancy.admin().post("/api/reports", Map.of("type", "posture")), "/report/id"));
  }

  static {
    kind(
        "alertId",
        "alr_",
        tenancy -> {
          upload(tenancy, Severity.HIGH);
          return createdId(tenancy.admin().get("/api/alerts"), "/alerts/0/id");
        });
    kind(
        "ruleId",
        "arl_",
        tenancy -> createdId(tenancy.admin().get("/api/alerts/rules"), "/rules/0/id"));
  }

  static {
    kind(
        "assetId",
        "ast_",
        tenancy -> {
          upload(tenancy);
          return createdId(tenancy.admin().get("/api/discovery"), "/assets/0/id");
        });
    kind(
        "certId",
        "crt_",
        tenancy ->
            createdId(
                tenancy
                    .admin()
                    .post("/v1/store/certifications", Map.of("workflow_id", discovered(tenancy))),
                "/cert_id"));
    kind(
        "viewId",
        "viw_",
        tenancy ->
            createdId(
                tenancy.admin().post("/api/discovery/saved-views", Map.of("name", "sample")),
                "/savedView/id"));
    kind(
        "incidentId",
        "inc_",
        tenancy ->
            createdId(
                tenancy.admin().post("/api/incidents", Map.of("title", "sample")), "/incident/id"));
  }

  static {
    kind("approvalId", "apr_", RouteSamples::approval);
    kind("decisionId", "dec_", RouteSamples::decision);
  }

  /** Something that an agent has to wait for. */
  private static String approval(Tenancy tenancy) {
    String dsl =
        """
        version: 1
        kind: agent_policy
        metadata: {name: sample}
        rules:
          - {id: wait, effect: require_approval, reason: People decide., match: {tool: [wait]}}
        """;
    tenancy.enforced(dsl);
    return createdId(
        tenancy
            .program(Role.ADMIN, Scope.EVAL_WRITE)
            .post(
                "/v1/eval",
                Map.of(
                    "agent_id",
                    tenancy.agentId(),
                    "action",
                    Map.of("type", "tool_call", "tool", "wait"))),
        "/approval/approval_id");
  }

  /** A decision on a call of a tool. */
  private static String decision(Tenancy tenancy) {
    return createdId(
        tenancy
            .program(Role.ADMIN, Scope.EVAL_WRITE)
            .post(
                "/v1/eval",
                Map.of(
                    "agent_id",
                    tenancy.agentId(),
                    "action",
                    Map.of("type", "tool_call", "tool", "read"))),
        "/decision_id");
  }

  /** A kind of identifier: what it begins with, and how something that has one is made. */
  private static void kind(String name, String prefix, Function<Tenancy, String> maker) {
    PREFIXES.put(name, prefix);
    MAKERS.put(name, maker);
  }

  private RouteSamples() {}

  /** What a workflow is called that asked for a decision, and so was discovered. */
  private static String discovered(Tenancy tenancy) {
    Answer answer =
        tenancy
            .program(Role.OPERATOR, Scope.EVAL_WRITE)
            .post(
                "/v1/eval",
                Map.of("workflow_id", "wf_sample", "platform", "n8n", "action", "tool_call"));
    if (answer.status() != 200) {
      throw new AssertionError(answer.toString());
    }
    return "wf_sample";
  }

  /** How one route is called. Places in braces stand for identifiers, wherever they are. */
  static final class Sample {
    private final String method;
    private String path;
    private final String body;
    private String query = "";
    private int status;

    private Sample(String route, String body) {
      String[] words = route.split(" ", 2);
      this.method = words[0];
      this.path = words[1];
      this.body = body;
    }

    private Sample at(String query) {
      this.query = query;
      return this;
    }

    /** A place that stands for one of a few words, and not for an identifier. */
    private Sample word(String name, String word) {
      this.path = path.replace("{" + name + "}", word);
      return this;
    }

    /** What the administrator of an organization that has nothing yet is answered with. */
    private Sample answered(int status) {
      this.status = status;
      return this;
    }

    boolean isExpected(int actual) {
      return status == 0 ? actual >= 200 && actual < 300 : actual == status;
    }

    String method() {
      return method;
    }

    /** Whether it names something by its identifier. */
    boolean namesResource() {
      return PLACE.matcher(path + query + body).find();
    }

    /** With identifiers of the right form that nothing has. */
    Request withUnknownIds() {
      return with(name -> prefix(name) + "0".repeat(26));
    }

    /** With identifiers of what was made for it in an organization. */
    Request of(Tenancy tenancy) {
      Map<String, String> created = new LinkedHashMap<>();
      return with(
          name -> {
            prefix(name);
            return created.computeIfAbsent(name, n -> MAKERS.get(n).apply(tenancy));
          });
    }

    private Request with(Function<String, String> id) {
      return new Request(method, filled(path + query, id), filled(body, id));
    }

    private static String filled(String text, Function<String, String> id) {
      return PLACE.matcher(text).replaceAll(m -> Matcher.quoteReplacement(id.apply(m.group(1))));
    }
  }

  /**
   * A call that can be made.
   *
   * @param body JSON; empty for none
   */
  record Request(String method, String path, String body) {}

  private static Sample sample(String route) {
    return sample(route, "");
  }

  private static Sample sample(String route, String body) {
    Sample sample = new Sample(route, body);
    SAMPLES.put(route, sample);
    return sample;
  }

  /** The sample of a route, such as {@code GET /api/mcp/{serverId}}. */
  static Optional<Sample> find(String route) {
    return Optional.ofNullable(SAMPLES.get(route));
  }

  private static String prefix(String name) {
    String prefix = PREFIXES.get(name);
    if (prefix == null) {
      throw new AssertionError(
          "Nothing is known of the identifier {" + name + "}; tell of it by kind(…)");
    }
    return prefix;
  }

  /** A draft that says something. */
  private static String policy(Tenancy tenancy) {
    String dsl =
        """
        version: 1
        kind: agent_policy
        metadata: {name: sample}
        rules:
          - id: deny-shell
            effect: deny
            match: {tool: [bash]}
        """;
    return createdId(
        tenancy.admin().post("/api/policies", Map.of("name", "sample", "dsl", dsl)), "/policy/id");
  }

  /** One thing of every kind, each of an organization of its own: identifiers by their prefixes. */
  static Map<String, String> resourceOfEachKind(Supplier<Tenancy> tenancies) {
    Map<String, String> created = new LinkedHashMap<>();
    MAKERS.forEach((name, maker) -> created.put(prefix(name), maker.apply(tenancies.get())));
    return created;
  }

  private static Answer upload(Tenancy tenancy) {
    return upload(tenancy, Severity.MEDIUM);
  }

  private static Answer upload(Tenancy tenancy, Severity severity) {
    return tenancy
        .program(Role.OPERATOR, Scope.REPORTS_WRITE)
        .post("/api/v1/mcp/reports", Reports.withOneFinding(tenancy.org().value(), severity));
  }

  private static String createdId(Answer answer, String pointer) {
    String id = answer.json().at(pointer).asText();
    if (answer.status() >= 300 || id.isEmpty()) {
      throw new AssertionError("no " + pointer + " in " + answer);
    }
    return id;
  }
}
