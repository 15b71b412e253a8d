package io.svc.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.config.Cidr;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.credentials.CredentialInjection;
import io.svc.server.credentials.CredentialUnavailableException;
import io.svc.server.credentials.CredentialUse;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.decisions.DecisionResult;
import io.svc.server.decisions.HeldCall;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.Credentials;
import io.svc.server.http.CsrfTokens;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.HttpServer;
import io.svc.server.http.Pages;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RateLimits;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Effect;
import io.svc.server.redaction.Masking;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.testing.Answer;
import io.svc.server.testing.OtherServer;
import io.svc.server.testing.RawClient;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.TestStore;
import io.svc.server.testing.Workspace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls that are given credentials, and calls that wait for people, to a server of sockets. */
class GivenAndHeldTest {
  private static final String SECRET = "sk_live_" + "Zq7".repeat(9);

  @TempDir private Path directory;
  private final Clock clock = Clock.systemUTC();
  private TestStore store;
  private Database database;
  private Workspace workspace;
  private OutboundProxy proxy;
  private HttpServer server;
  private OtherServer other;
  private Keyring keyring;

  private EgressCredentials.Finder finder = (org, host, port, path) -> Optional.empty();
  private final List<CredentialUse> uses = new ArrayList<>();
  private Effect effect = Effect.ALLOW;
  private Optional<HeldCall> heldCall = Optional.empty();
  private ApprovalGate gate =
      (org, id, timeout) -> {
        throw new AssertionError("nobody is asked for " + id);
      };

  @BeforeEach
  void start() {
    store = TestStore.empty(Vendor.SQLITE, directory, clock);
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    keyring = new Keyring(TestKeys.create(directory));
    Identifiers identifiers = workspace.identifiers();
    database.change(
        tx ->
            tx.handle()
                .execute(
                    "UPDATE org SET settings = ? WHERE org_id = ?",
                    Json.text(TenantSettings.DEFAULT)
                        .replace("\"allowPlainHttp\":false", "\"allowPlainHttp\":true"),
                    workspace.org().value()));
    proxy =
        new OutboundProxy(
            workspace.core(),
            10 << 20,
            OutgoingClient.forProxying(
                new NetworkGuard(List.of(Cidr.parse("127.0.0.0/8").orElseThrow()), () -> 0),
                Duration.ofSeconds(2)),
            new Events(database, identifiers),
            new SessionLogs(identifiers, new AgentSessions(identifiers), new Masking()),
            (caller, request, sealer) -> {
              heldCall =
                  effect == Effect.REQUIRE_APPROVAL
                      ? sealer.seal("dec_1", "agt_1", List.of(), Optional.empty())
                      : Optional.empty();
              return ruling(request.action().arguments());
            },
            new EgressCredentials(
                (org, host, port, path) -> finder.find(org, host, port, path),
                (tx, org, injection, use) -> uses.add(use)));
    proxy.start();
    Api api = new Api();
    proxy.register(api, (org, id, timeout) -> gate.await(org, id, timeout));
    server =
        new HttpServer(
            new HttpServer.Settings(
                "127.0.0.1", 0, Optional.empty(), List.of(), Duration.ofMillis(50)),
            api.routes(),
            new AnyKey(),
            new RateLimits(RateLimitProfile.DEFAULT),
            new CsrfTokens(keyring),
            identifiers,
            new Unobserved(),
            Pages.NONE);
    server.start();
    other = OtherServer.returningText("hello");
  }

  @AfterEach
  void stop() {
    other.close();
    server.close();
    proxy.close();
    store.close();
  }

  private final class AnyKey implements Credentials {
    @Override
    public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
      return Optional.empty();
    }

    @Override
    public Optional<Caller> key(String key, Caller.Origin origin) {
      return Optional.of(
          new Caller(
              Caller.Kind.API_KEY,
              "key_1",
              "step",
              Optional.of(workspace.org()),
              Optional.of(Role.OPERATOR),
              EnumSet.of(Scope.PROXY_USE),
              key,
              origin));
    }
  }

  private static final class Unobserved implements HttpServer.Observer {
    @Override
    public void answered(String method, String route, int status, double seconds) {}

    @Override
    public void rejected(ErrorCode code, RateLimitBucket limit) {
      // Nothing is counted here.
    }

    @Override
    public void denied(Caller caller, String route, ApiException reason) {}
  }

  private DecisionResult ruling(Map<String, Object> arguments) {
    return new DecisionResult(
        Optional.of("dec_1"),
        effect,
        effect.compareTo(Effect.REQUIRE_APPROVAL) < 0,
        "because",
        "policy_rule",
        "",
        "",
        Optional.of("agt_1"),
        Optional.empty(),
        List.of(),
        arguments,
        effect == Effect.REQUIRE_APPROVAL ? Optional.of("apr_1") : Optional.empty());
  }

  private Answer send(String method, String path, String body, String... headers) {
    List<String> lines =
        new ArrayList<>(
            List.of(
                method + " /v1/proxy/" + other.host() + path + " HTTP/1.1",
                "Host: a",
                "Connection: close",
                "X-Api-Key: k",
                "X-Svc-Upstream-Scheme: http",
                "Content-Length: " + body.length()));
    lines.addAll(Arrays.asList(headers));
    return RawClient.sendBytes(
        server.address(),
        (String.join("\r\n", lines) + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
  }

  /** Of the only one so far, which is told behind the answer. */
  private JsonNode call() throws SQLException {
    String question = "SELECT payload FROM event WHERE event_type = 'ToolCallEvent'";
    List<String> payloads = store.query(question);
    for (int i = 0; i < 500 && payloads.isEmpty(); i++) {
      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
      payloads = store.query(question);
    }
    return Json.readStored(payloads.get(0));
  }

  @Test
  void a_credential_takes_the_place_of_what_the_caller_sent() throws SQLException {
    finder =
        (org, host, port, path) ->
            Optional.of(
                new CredentialInjection(
                    "egc_1",
                    "svc/stripe@v3",
                    Map.of("Authorization", "Bearer " + SECRET, "X-Key", SECRET),
                    Map.of("api_key", SECRET + "&+")));

    Answer answer =
        send("GET", "/a?x=1&api%5Fkey=mine&API_KEY=too&y=2", "", "X-KEY: mine", "Authorization: b");

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    OtherServer.Seen seen = other.next();
    assertThat(seen.line()).isEqualTo("GET /a?x=1&y=2&api_key=" + SECRET + "%26%2B HTTP/1.1");
    assertThat(seen.values("Authorization")).containsExactly("Bearer " + SECRET);
    assertThat(seen.values("X-Key")).containsExactly(SECRET);
    assertThat(uses)
        .containsExactly(
            new CredentialUse(Optional.of("agt_1"), "127.0.0.1", Optional.of("dec_1"), "allow"));
    assertThat(call().path("credential_ref").asText()).isEqualTo("svc/stripe@v3");
    assertThat(String.join("\n", store.query("SELECT payload FROM event"))).doesNotContain(SECRET);
  }

  @Test
  void without_its_credential_a_call_does_not_leave() throws SQLException {
    finder =
        (org, host, port, path) -> {
          throw new CredentialUnavailableException("The vault has no \"svc/stripe\".");
        };

    Answer answer = send("GET", "/", "");

    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.code()).isEqualTo("credential_unavailable");
    assertThat(answer.header("X-Svc-Error")).contains("credential_unavailable");
    assertThat(other.unseen()).isZero();
    assertThat(uses).isEmpty();
    assertThat(call().path("error").asText()).isEqualTo("credential_unavailable");
  }

  @Test
  void a_waiting_call_is_answered_with_its_status() throws SQLException {
    effect = Effect.REQUIRE_APPROVAL;
    List<Duration> timeout = new ArrayList<>();
    gate =
        (org, id, wait) -> {
          timeout.add(wait);
          return new HeldCallStatus.Pending(
              Json.tree(Map.of("code", "approval_required", "approval_id", id)), 5);
        };

    Answer answer = send("POST", "/pay", "{\"a\": 1}", "Prefer: respond-async, wait=90");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.code()).isEqualTo("approval_required");
    assertThat(answer.header("Location")).contains("/v1/approvals/apr_1");
    assertThat(answer.header("Retry-After")).contains("5");
    assertThat(timeout).containsExactly(Duration.ofSeconds(55));
    assertThat(other.unseen()).isZero();
    assertThat(call().path("outcome").asText()).isEqualTo("pending");
    assertThat(call().path("approval_id").asText()).isEqualTo("apr_1");
  }

  @Test
  void what_people_agreed_to_is_sent_as_it_came_and_only_for_that_tenant() throws SQLException {
    effect = Effect.REQUIRE_APPROVAL;
    HeldCalls calls = proxy.heldCalls();
    OrgId org = workspace.org();
    gate =
        (tenant, id, wait) ->
            new HeldCallStatus.Executed(calls.send(tenant, heldCall.orElseThrow().sealed()));

    Answer answer =
        send("PUT", "/pay//x?q=1", "{\"a\": 1}", "X-Vendor: v", "Content-Type: application/json");

    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.text()).isEqualTo("hello");
    assertThat(answer.header("X-Svc-Decision")).contains("require_approval");
    OtherServer.Seen seen = other.next();
    assertThat(seen.line()).isEqualTo("PUT /pay//x?q=1 HTTP/1.1");
    assertThat(seen.text()).isEqualTo("{\"a\": 1}");
    assertThat(seen.values("X-Vendor")).containsExactly("v");
    assertThat(heldCall.orElseThrow().digest()).matches("sha256:[0-9a-f]{64}");

    byte[] sealed = heldCall.orElseThrow().sealed();
    OrgId stranger = workspace.newAdmin("eve").orgId().orElseThrow();
    assertThat(calls.send(stranger, sealed).status()).isEqualTo(500);
    for (int i : List.of(10, 80, sealed.length - 1)) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThat(calls.send(org, changed).status()).as("%d", i).isEqualTo(500);
    }
    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("pay");
    assertThat(other.unseen()).isZero();
  }

  @Test
  void an_answer_to_a_held_call_is_retained_up_to_a_bound_and_a_failure_is_one_too() {
    effect = Effect.REQUIRE_APPROVAL;
    gate =
        (tenant, id, wait) ->
            new HeldCallStatus.Rejected(ErrorCode.EGRESS_DENIED, "It was not approved.");
    other.close();
    other = OtherServer.returningText("x".repeat(HeldCalls.LARGEST_ANSWER + 1));
    Answer rejected = send("POST", "/", "{}");
    assertThat(rejected.status()).isEqualTo(403);
    assertThat(rejected.header("X-Svc-Error")).contains("egress_denied");

    ProxyReply reply = proxy.heldCalls().send(workspace.org(), heldCall.orElseThrow().sealed());
    assertThat(reply.truncated()).isTrue();
    assertThat(reply.body()).hasSize(HeldCalls.LARGEST_ANSWER);
    other.close();
    ProxyReply failed = proxy.heldCalls().send(workspace.org(), heldCall.orElseThrow().sealed());
    assertThat(failed.status()).isEqualTo(502);
    assertThat(failed.headers().get("x-svc-error")).containsExactly("upstream_error");
  }

  @Test
  void what_is_too_much_to_be_retained_is_not_sealed() {
    effect = Effect.REQUIRE_APPROVAL;

    send("POST", "/", "x".repeat(RequestBody.INSPECTED + 1));
    assertThat(heldCall).isEmpty();
    send("POST", "/", "x".repeat(RequestBody.INSPECTED));
    assertThat(heldCall).isPresent();
  }

  @Test
  void a_key_and_agent_have_a_limit_of_their_own() {
    Answer first = send("GET", "/", "", "X-Svc-Agent-Id: a");
    Answer second = send("GET", "/..", "", "X-Svc-Agent-Id: a");
    Answer other = send("GET", "/..", "", "X-Svc-Agent-Id: b");

    // What another server answers has its limits, and not ours.
    assertThat(first.header("RateLimit")).isEmpty();
    assertThat(second.header("RateLimit-Policy")).contains("\"proxy\";q=1200;w=60");
    assertThat(second.header("RateLimit").orElseThrow()).startsWith("\"proxy\";r=298;");
    assertThat(other.header("RateLimit").orElseThrow()).startsWith("\"proxy\";r=299;");
  }
}
