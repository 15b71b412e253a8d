package server;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a team sends in a day, shuffled: agents ask and report, laptops upload, people look. Of 100
 * requests 72 come from machines.
 */
final class SoakTraffic {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final Pattern ORG = Pattern.compile("\"id\":\"(org_\\w+)\"");

  private static final String POLICY =
      """
      version: 1
      kind: agent_policy
      metadata: { name: payments }
      rules:
        - id: large
          effect: require_approval
          reason: A person looks at large payments.
          match: { server: [stripe], tool: ["create_*"] }
          when: args.amount > 1000
        - id: metadata
          effect: deny
          reason: Nobody needs it.
          match: { destination: { host: [169.254.169.254] } }
      """;

  private static final String PASSWORD = "plenty of horses 7";

  private final List<Request> hundred = new ArrayList<>();
  private final Load anonymous;
  private volatile String session;

  /** Makes the workspace that all of it is about. */
  SoakTraffic(ServerProcess server) throws IOException {
    anonymous = new Load(server, "");
    Connection.Reply registered =
        anonymous.once(
            Request.send(
                "register",
                "POST",
                "/api/auth/register",
                "{\"username\":\"soak\",\"email\":\"soak@example.com\","
                    + "\"password\":\""
                    + PASSWORD
                    + "\",\"workspaceName\":\"Soak\"}"));
    session = registered.cookie().orElseThrow(() -> new IOException(registered.body()));
    String org = first(ORG, registered.body());
    Load member = new Load(server, session);
    String key =
        first(
            KEY,
            ok(member.once(Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"soak\"}")))
                .body());
    ok(
        member.once(
            Request.send(
                "policy",
                "POST",
                "/api/policies",
                "{\"name\":\"payments\",\"mode\":\"observe\",\"dsl\":\""
                    + POLICY.replace("\"", "\\\"").replace("\n", "\\n")
                    + "\"}")));
    add(45, decision().withKey(key));
    add(12, telemetry().withKey(key));
    add(10, redaction().withKey(key));
    add(3, registration().withKey(key));
    add(2, upload(org).withKey(key));
    add(1, Request.send("profile", "PUT", "/api/admin/tenant", "{\"industry\":\"no. #\"}"));
    add(4, Request.get("overview", "/api/overview"));
    add(5, Request.get("decisions", "/api/v1/governance/execution?limit=50"));
    add(4, Request.get("agents", "/api/agents?limit=50"));
    add(4, Request.get("alerts", "/api/alerts"));
    add(4, Request.get("findings", "/api/mcp/findings?status=open,new"));
    add(3, Request.get("audit log", "/api/admin/audit-log"));
    add(3, Request.get("search", "/api/search/resources?q=payment"));
  }

  private void add(int times, Request request) {
    for (int i = 0; i < times; i++) {
      hundred.add(request);
    }
  }

  String session() {
    return session;
  }

  /** Signs in again, as a person does in the morning: no session lasts for ever. */
  void signIn() throws IOException {
    Connection.Reply reply =
        anonymous.once(
            Request.send(
                "sign in",
                "POST",
                "/api/auth/login",
                "{\"username\":\"soak\",\"password\":\"" + PASSWORD + "\"}"));
    session = reply.cookie().orElseThrow(() -> new IOException(reply.body()));
  }

  /** What is sent as the so-manieth; all kinds are spread evenly over each hundred. */
  Request at(long number) {
    // 37 and 100 have no divisor in common: each of the hundred has its turn.
    return hundred.get((int) (number * 37 % hundred.size())).numbered(number);
  }

  private static Request decision() {
    return Request.send(
        "decision",
        "POST",
        "/v1/eval",
        """
        {"agent_id":"payer-^","platform":"n8n","session_id":"run-%","action":{"type":"tool_call",
        "server":"stripe","tool":"create_payment","destination":"https://api.stripe.example/v1/charges",
        "arguments":{"amount":900,"currency":"EUR","note":"invoice #"}}}
        """);
  }

  private static Request telemetry() {
    StringBuilder events = new StringBuilder("[");
    for (int i = 0; i < 10; i++) {
      events.append(i == 0 ? "" : ",").append(
          """
          {"event_id":"soak-#-INDEX","event_type":"ToolCallEvent","timestamp":"NOW","agent_id":"seen-^",
          "session_id":"seen-%","payload":{"tool":"search_orders","server":"shop","operation":"read",
          "destination":"https://shop.example.net/orders","duration_ms":42,
          "note":"order # of dana@example.com"}}
          """
              .replace("INDEX", Integer.toString(i))
              .replace("NOW", Instant.now().toString()));
    }
    return Request.send("telemetry, 10 events", "POST", "/v1/telemetry/events", events + "]");
  }

  private static Request redaction() {
    return Request.send(
        "redaction",
        "POST",
        "/v1/redact",
        "{\"text\":\"Dana (dana#@example.com, +49 30 901820) pays by 4111 1111 1111 1111.\"}");
  }

  private static Request registration() {
    return Request.send(
        "registration",
        "POST",
        "/v1/register",
        """
        {"platform":"n8n","workflow_id":"wf-^","name":"Workflow ^","version":"12","trigger":"schedule",
        "steps":[{"id":"s1","type":"gmail.read"},{"id":"s2","type":"stripe.create_payment"}],
        "connectors":[{"name":"gmail","operations":["read"]}]}
        """);
  }

  private static Request upload(String org) {
    return Request.send(
        "upload, 5 findings",
        "POST",
        "/api/v1/mcp/reports",
        ServerBenchmark.report(org).replace("/home/dana/", "/home/dev-^/"));
  }

  private static String first(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("unexpected: " + text);
    }
    return matcher.group(1);
  }

  private static Connection.Reply ok(Connection.Reply reply) throws IOException {
    if (reply.status() / 100 != 2) {
      throw new IOException(reply.body());
    }
    return reply;
  }
}
