package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherSide;
import io.svc.server.testing.RawClient;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Secrets are put everywhere where the server is given one, or may be sent one by mistake; then
 * everything that comes out of it is searched for them: answers, pages, logs at their most
 * talkative, files, backups, exports, mails, messages to channels, and what its verbs print.
 */
@Tag("thorough")
class CanaryIT {
  private static final Pattern IDENTIFIER =
      Pattern.compile("\\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\\b");
  private static final Pattern PLACE = Pattern.compile("\\{[A-Za-z]+}");
  private static final int MOST_OF_A_KIND = 3;

  private final Canaries canaries = new Canaries();
  private final String password = canaries.random("the password");
  private final String metrics = canaries.random("metrics_token");
  private final Set<String> identifiers = new TreeSet<>();

  @TempDir private Path directory;
  private Client admin;
  private Client program;
  private String org;

  @Test
  void no_secret_comes_out_of_the_server() throws Exception {
    GreenMail mails = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    mails.setUser("svc", canaries.random("smtp_url"));
    mails.start();
    Path data = directory.resolve("data");
    Path settings = settings(mails.getSmtp().getPort());
    PackagedServer server =
        PackagedServer.launch(directory, "--port", "0", "--config", settings.toString());
    try (server;
        OtherSide other = new OtherSide()) {
      server.address();
      setUp(server);
      setSecrets(other);
      sendSecrets(server, other);
      mistakes(server);
      waitForAlerts();
      readAll(server, mails, other);
      verbs(settings);
      files(data);
      server.terminate();
      server.exitCode();
      files(data);
      canaries.search("standard output", server.out());
      canaries.search("the log", server.err());
      assertThat(server.err()).contains(" debug ");
    } finally {
      mails.stop();
    }
    System.out.printf(
        "canary: %d secrets, %d identifiers, %d MiB searched, %d leaks%n",
        canaries.planted(), identifiers.size(), canaries.searched() >> 20, canaries.leaks().size());
    assertThat(canaries.planted()).isGreaterThan(30);
    assertThat(canaries.leaks()).isEmpty();
  }

  @Test
  void no_secret_of_the_settings_is_returned_to_unauthorized_callers() throws Exception {
    Path settings =
        Files.writeString(
            directory.resolve("broken.yaml"),
            """
            database_url: "jdbc:postgresql://127.0.0.1:1/svc?user=svc&password=%s"
            smtp_url: "smtps://svc:%s@127.0.0.1:1?from=svc@example.com"
            vault_addr: "http://127.0.0.1:1"
            vault_token: "%s"
            port: 0
            """
                .formatted(
                    canaries.random("database_url"),
                    canaries.random("smtp_url"),
                    canaries.random("vault_token")));
    canaries.search("the start", run("--config", settings.toString()));
    canaries.search("doctor", run("doctor", "--config", settings.toString()));
    canaries.search("the settings", run("--print-config", "--config", settings.toString()));
    Files.writeString(settings, "\nunknown: " + canaries.token("a line of YAML") + "\n: :\n");
    canaries.search("a start that is refused", run("--config", settings.toString()));
    canaries.search(
        "an option that is wrong",
        run(
            "--port",
            canaries.token("an option"),
            "--metrics-token=" + canaries.random("an option that is right")));

    assertThat(canaries.leaks()).isEmpty();
  }

  private Path settings(int smtpPort) throws IOException {
    return Files.writeString(
        directory.resolve("svc.yaml"),
        """
        data_dir: data
        log_level: debug
        egress_allow_private: [127.0.0.0/8]
        metrics_token: "%s"
        smtp_url: "smtp://127.0.0.1:%d?from=svc@example.com&starttls=off"
        oidc_issuer: "http://127.0.0.1:1/"
        oidc_client_id: svc
        oidc_client_secret: "%s"
        vault_addr: "http://127.0.0.1:1"
        vault_token: "%s"
        bootstrap_admin_email: first@example.com
        bootstrap_admin_password: "%s"
        """
            .formatted(
                metrics,
                smtpPort,
                canaries.random("oidc_client_secret"),
                canaries.random("vault_token"),
                canaries.random("bootstrap_admin_password")));
  }

  private void setUp(PackagedServer server) throws Exception {
    admin = server.visitor();
    expect(
        admin.post(
            "/api/auth/register",
            Map.of(
                "username", "dana",
                "email", "dana@example.com",
                "password", password,
                "workspaceName", "Acme")));
    canaries.plant("the cookie", admin.cookie("svc_session"));
    org = admin.get("/api/admin/tenant").json().at("/tenant/id").asText();
    expect(
        admin.put(
            "/api/admin/tenant",
            Map.of("settings", Map.of("telemetryContent", true, "allowPlainHttp", true))));
    Answer created =
        admin.post(
            "/api/admin/api-keys",
            Map.of(
                "name",
                "all",
                "scopes",
                List.of(
                    "reports:write",
                    "eval:write",
                    "register:write",
                    "redact:write",
                    "proxy:use",
                    "telemetry:write",
                    "governance:read",
                    "governance:write")));
    expect(created);
    program =
        server
            .visitor()
            .with("X-Api-Key", canaries.plant("the API key", created.json().path("key").asText()));
  }

  /** Secrets that the server is to keep. */
  private void setSecrets(OtherSide other) {
    String url = other.url();
    integration(
        "webhook",
        Map.of(
            "url", url + "/hook?token=" + canaries.random("the address of a webhook"),
            "secret", canaries.random("the secret of a webhook"),
            "authorization", "Bearer " + canaries.random("the authorization of a webhook")));
    integration("slack", Map.of("webhookUrl", url + "/services/" + canaries.random("Slack")));
    integration("pagerduty", Map.of("routingKey", canaries.random("PagerDuty"), "baseUrl", url));
    integration(
        "siem_webhook",
        Map.of("url", url + "/siem", "authorization", "Splunk " + canaries.random("the SIEM")));
    integration(
        "n8n",
        Map.of(
            "baseUrl", url,
            "apiKey", canaries.random("n8n"),
            "webhookSecret", canaries.random("webhooks of n8n")));
    integration("github", Map.of("token", canaries.token("GitHub"), "baseUrl", url));
    integration("make", Map.of("baseUrl", url, "apiToken", canaries.random("Make"), "teamId", "1"));
    int port = URI.create(url).getPort();
    expect(
        admin.put(
            "/api/egress/credentials",
            Map.of(
                "pattern",
                "127.0.0.1:" + port,
                "secret",
                Map.of("token", canaries.random("the proxy's credential")))));
    expect(admin.post("/api/admin/invite", Map.of("email", "ivo@example.com")));
    admin.post("/api/auth/forgot-password", Map.of("email", "dana@example.com"));
  }

  private void integration(String type, Map<String, ?> config) {
    Answer created =
        admin.post("/api/admin/integrations", Map.of("type", type, "name", type, "config", config));
    expect(created);
    String id = created.json().at("/integration/id").asText();
    canaries.search("the answer to an integration", created.text());
    canaries.search(
        "the test of an integration", admin.post("/api/admin/integrations/" + id + "/test").text());
  }

  /** Secrets that stand where none should. */
  private void sendSecrets(PackagedServer server, OtherSide other) throws Exception {
    recordResponse(
        "a decision",
        program.post(
            "/v1/eval",
            Map.of(
                "agent_id",
                "bot",
                "session_id",
                "s-1",
                "action",
                Map.of(
                    "type",
                    "tool_call",
                    "tool",
                    "run " + canaries.token("the name of a tool"),
                    "destination",
                    "https://u:"
                        + canaries.random("a login in an address")
                        + "@a.example/?token="
                        + canaries.random("a parameter"),
                    "arguments",
                    Map.of(
                        "password",
                        canaries.random("an argument"),
                        "text",
                        "rm -rf / # " + canaries.token("the text of an argument"))),
                "context",
                Map.of("justification", "since " + canaries.token("a justification")))));
    ObjectNode report =
        (ObjectNode) Json.readStored(Reports.withOneFinding(org, Severity.CRITICAL, "server-a"));
    report.put("markdown_summary", "Found " + canaries.token("a report's summary"));
    ObjectNode finding = (ObjectNode) report.path("findings").path(0);
    finding.put("detail", "It is " + canaries.token("a finding's detail"));
    finding.putObject("extensions").put("password", canaries.random("a finding's extension"));
    recordResponse("an upload", program.post("/api/v1/mcp/reports", report.toString()));
    recordResponse(
        "a redaction",
        program.post(
            "/v1/redact", Map.of("text", "the key is " + canaries.token("a text to redact"))));
    recordResponse(
        "a registration",
        program.post(
            "/v1/register",
            Map.of(
                "workflow_id",
                "wf_1",
                "platform",
                "n8n",
                "name",
                "Intake",
                "url",
                "https://u:" + canaries.random("the address of a workflow") + "@n8n.example.com/",
                "metadata",
                Map.of("api_key", canaries.random("metadata of a workflow")),
                "steps",
                List.of(
                    Map.of("id", "s1", "type", "http", "name", canaries.token("a step's name"))))));
    recordResponse(
        "an event",
        program.post(
            "/v1/telemetry/events",
            List.of(
                Map.of(
                    "event_id", "e-1",
                    "event_type", "ToolCallEvent",
                    "timestamp", java.time.Instant.now().toString(),
                    "agent_id", "bot",
                    "payload",
                        Map.of(
                            "tool",
                            "http",
                            "arguments",
                            Map.of("authorization", "Bearer " + canaries.random("telemetry")),
                            "result",
                            "got " + canaries.token("a result in telemetry"))))));
    recordResponse("a trace", program.post("/v1/traces", trace()));
    recordResponse(
        "an incident",
        admin.post(
            "/api/incidents",
            Map.of(
                "title", "About " + canaries.token("an incident's title"),
                "severity", "high",
                "summary", "key " + canaries.token("an incident's summary"))));
    proxied(server, other);
  }

  private String trace() {
    long now = System.currentTimeMillis() * 1_000_000;
    return """
    {"resourceSpans": [{"resource": {"attributes": [
       {"key": "service.name", "value": {"stringValue": "bot"}}]},
      "scopeSpans": [{"spans": [{"traceId": "0af7651916cd43dd8448eb211c80319c",
        "spanId": "00f067aa0ba902a1", "name": "execute_tool", "startTimeUnixNano": "%d",
        "endTimeUnixNano": "%d", "status": {"code": 2, "message": "token %s"},
        "attributes": [
          {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
          {"key": "gen_ai.tool.name", "value": {"stringValue": "search"}},
          {"key": "gen_ai.tool.call.arguments", "value": {"stringValue": "with %s"}},
          {"key": "http.request.header.authorization", "value": {"stringValue": "Bearer %s"}},
          {"key": "password", "value": {"stringValue": "%s"}}]}]}]}]}
    """
        .formatted(
            now - 1_000_000,
            now,
            canaries.token("a span's status"),
            canaries.token("a span's arguments"),
            canaries.random("a span's header"),
            canaries.random("a span's attribute"));
  }

  /** What the other server says back is the caller's; nothing else may tell of it. */
  private void proxied(PackagedServer server, OtherSide other) throws Exception {
    String host = URI.create(other.url()).getAuthority();
    String body = "{\"password\": \"" + canaries.random("a body through the proxy") + "\"}";
    Answer answer =
        RawClient.sendBytes(
            server.address(),
            ("POST /v1/proxy/"
                    + host
                    + "/x?token="
                    + canaries.random("an address through the proxy")
                    + " HTTP/1.1\r\nHost: svc\r\nConnection: close\r\nX-Api-Key: "
                    + key()
                    + "\r\nX-Svc-Upstream-Scheme: http\r\nX-Svc-Agent-Id: bot"
                    + "\r\nProxy-Authorization: Basic "
                    + canaries.random("Proxy-Authorization")
                    + "\r\nCookie: a="
                    + canaries.random("a cookie through the proxy")
                    + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length()
                    + "\r\n\r\n"
                    + body)
                .getBytes(UTF_8));
    canaries.search("what the proxy answers", answer.text());
  }

  private String key() {
    Answer created =
        admin.post("/api/admin/api-keys", Map.of("name", "p", "scopes", List.of("proxy:use")));
    return canaries.plant("the proxy's key", created.json().path("key").asText());
  }

  /** What goes wrong is told without what was sent. */
  private void mistakes(PackagedServer server) throws Exception {
    Client visitor = server.visitor();
    String wrong = canaries.random("a wrong password");
    canaries.search(
        "a refused sign-in",
        visitor.post("/api/auth/login", Map.of("username", "dana", "password", wrong)).text());
    canaries.search(
        "a sign-in with the password as name",
        visitor
            .post(
                "/api/auth/login",
                Map.of("username", canaries.random("a name typed wrong"), "password", wrong))
            .text());
    canaries.search(
        "a broken body",
        visitor.post("/api/auth/login", "{\"password\": \"" + wrong + "\", }").text());
    canaries.search(
        "a refused link",
        visitor
            .post(
                "/api/auth/reset-password",
                Map.of("token", canaries.random("a made-up link"), "password", wrong))
            .text());
    canaries.search(
        "a refused change of the password",
        admin
            .post(
                "/api/auth/change-password", Map.of("currentPassword", wrong, "newPassword", wrong))
            .text());
    canaries.search(
        "a refused key",
        visitor
            .with("X-Api-Key", "svck_" + canaries.random("a made-up key"))
            .get("/api/agents")
            .text());
    canaries.search(
        "a refused integration",
        admin
            .post(
                "/api/admin/integrations",
                Map.of("type", "github", "name", "x", "config", Map.of("token", "a\n" + wrong)))
            .text());
    canaries.search(
        "a refused credential",
        admin
            .put(
                "/api/egress/credentials",
                Map.of("pattern", "com", "secret", Map.of("token", wrong, "password", wrong)))
            .text());
    canaries.search("single sign-on", visitor.get("/api/auth/sso/authorize").text());
    canaries.search("figures without their token", visitor.get("/metrics").text());
  }

  private void waitForAlerts() throws InterruptedException {
    for (int i = 0; i < 300; i++) {
      JsonNode alerts = admin.get("/api/alerts").json().path("alerts");
      boolean isUnderWay =
          alerts.findValuesAsText("deliveryStatus").stream()
              .anyMatch(status -> status.equals("pending") || status.equals("retrying"));
      if (!alerts.isEmpty() && !isUnderWay) {
        return;
      }
      Thread.sleep(100);
    }
  }

  private void readAll(PackagedServer server, GreenMail mails, OtherSide other) throws Exception {
    for (String type :
        List.of(
            "posture", "policy_decisions", "mcp", "incidents", "certifications", "access_review")) {
      expect(admin.post("/api/reports", Map.of("type", type)));
    }
    JsonNode paths = admin.get("/openapi.json").json().path("paths");
    // A second round reaches what the first has told of.
    for (int round = 0; round < 2; round++) {
      paths
          .properties()
          .forEach(
              path -> {
                if (path.getValue().has("get") && !path.getKey().contains("logout")) {
                  get(path.getKey());
                }
              });
    }
    for (String path :
        List.of("/login", "/overview", "/settings/integrations", "/nowhere", "/metrics")) {
      canaries.search(path, server.visitor().get(path).text());
    }
    canaries.search(
        "the figures",
        server.visitor().with("Authorization", "Bearer " + metrics).get("/metrics").text());
    for (MimeMessage mail : mails.getReceivedMessages()) {
      canaries.search("a mail", GreenMailUtil.getWholeMessage(mail));
    }
    assertThat(mails.getReceivedMessages().length).isPositive();
    boolean[] isTold = {false};
    for (OtherSide.Asked asked : other.requests()) {
      isTold[0] |= asked.line().contains("/hook");
      if (!asked.line().contains("/x?")) {
        canaries.search(
            "a message to " + asked.line().split("[ ?]", 3)[1], asked.body(), "PagerDuty");
      }
    }
    assertThat(isTold[0]).isTrue();
  }

  /** Asks for a path with identifiers of each kind that came up, and in each form that it has. */
  private void get(String path) {
    Stream<String> asked = Stream.of(path);
    if (PLACE.matcher(path).find()) {
      Map<String, Integer> taken = new java.util.HashMap<>();
      asked =
          List.copyOf(identifiers).stream()
              .filter(
                  id ->
                      taken.merge(id.substring(0, id.indexOf('_')), 1, Integer::sum)
                          <= MOST_OF_A_KIND)
              .map(id -> PLACE.matcher(path).replaceAll(id));
    }
    asked.forEach(
        address -> {
          for (String form :
              path.endsWith("export") ? List.of("", "?format=csv", "?format=json") : List.of("")) {
            // Some are for members alone and some for programs.
            search(admin, address + form);
            search(program, address + form);
          }
        });
  }

  private void search(Client client, String address) {
    Answer answer = client.get(address);
    canaries.search("GET " + address + " " + answer.status(), answer.text());
    Matcher found = IDENTIFIER.matcher(answer.text());
    while (found.find()) {
      identifiers.add(found.group());
    }
  }

  private void verbs(Path settings) throws Exception {
    String config = settings.toString();
    canaries.search("print-config", run("--print-config", "--config", config));
    for (List<String> verb :
        List.of(
            List.of("doctor"),
            List.of("doctor", "--format", "json"),
            List.of("admin", "list"),
            List.of("audit", "verify"),
            List.of("audit", "export", "--org", org, "--output", "audit.jsonl"),
            List.of("backup", "copy.zip"),
            List.of("verify-backup", "copy.zip"))) {
      List<String> line = new java.util.ArrayList<>(verb);
      if (!verb.contains("verify-backup")) {
        line.addAll(List.of("--config", config));
      }
      canaries.search(verb.toString(), run(line.toArray(String[]::new)));
    }
    canaries.search("the export of the audit log", text(directory.resolve("audit.jsonl")));
    try (ZipInputStream zip =
        new ZipInputStream(Files.newInputStream(directory.resolve("copy.zip")))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        canaries.search("a backup, " + entry.getName(), new String(zip.readAllBytes(), ISO_8859_1));
      }
    }
  }

  private void files(Path data) throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        canaries.search("the file " + file.getFileName(), text(file));
      }
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), ISO_8859_1);
  }

  private String run(String... arguments) throws Exception {
    try (PackagedServer verb = PackagedServer.launch(directory, arguments)) {
      verb.exitCode();
      return verb.out() + verb.err();
    }
  }

  private void recordResponse(String description, Answer answer) {
    expect(answer);
    canaries.search("the answer to " + description, answer.text());
  }

  private static void expect(Answer answer) {
    assertThat(answer.status()).as("%s", answer).isBetween(200, 299);
  }
}
