package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.audit.AuditLog;
import io.svc.server.config.RateLimitProfile;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
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
import io.svc.server.metrics.Metrics;
import io.svc.server.metrics.MetricsRoutes;
import io.svc.server.secrets.Keyring;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.TestKeys;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The feature alone, over real HTTP and a real store. Its keys name who calls: {@code
 * <org>/<role>}, and are no secrets. The tenant {@code acme} has an agent.
 */
final class AttestationSite implements AutoCloseable {
  static final String PATH = "/api/v1/governance/attestation";

  private final Database database;
  private final Claims claims;
  private final HttpServer http;
  private final TestAgents agents = new TestAgents();
  private final OrgId acme;
  private final OrgId globex;

  AttestationSite(Database database, Path directory, Clock clock) {
    this.database = database;
    Identifiers identifiers = new Identifiers(clock);
    Keyring keyring = new Keyring(TestKeys.create(directory));
    Metrics metrics = new Metrics("1");
    Events events = new Events(database, identifiers);
    this.claims =
        new Claims(
            database,
            identifiers,
            keyring,
            agents,
            events,
            new GovernanceCounters(metrics),
            new AuditLog(database, identifiers, keyring));
    this.acme = new OrgId(identifiers.next("org_"));
    this.globex = new OrgId(identifiers.next("org_"));
    agents.add(acme, TestAgents.BOT);
    Api api = new Api();
    new AttestationRoutes(database, claims, events).register(api);
    new MetricsRoutes(metrics, Optional.empty()).register(api);
    this.http =
        new HttpServer(
            new HttpServer.Settings(
                "127.0.0.1", 0, Optional.empty(), List.of(), Duration.ofMillis(50)),
            api.routes(),
            new Keys(),
            new RateLimits(RateLimitProfile.OFF),
            new CsrfTokens(keyring),
            identifiers,
            new Nobody(),
            Pages.NONE);
    http.start();
  }

  OrgId acme() {
    return acme;
  }

  OrgId globex() {
    return globex;
  }

  TestAgents agents() {
    return agents;
  }

  Claims claims() {
    return claims;
  }

  Database database() {
    return database;
  }

  /** Somebody of a tenant. */
  Client client(OrgId org, Role role) {
    return Client.of(http.address(), answer -> {})
        .with("Authorization", "Bearer " + org + "/" + role);
  }

  Client admin() {
    return client(acme, Role.ADMIN);
  }

  /** Who calls as the administrator does. */
  Caller caller() {
    return caller(acme, Role.ADMIN, "", Caller.Origin.NONE);
  }

  /** A claim about the agent of {@code acme}, with more of what it is to be. */
  JsonNode issue(Object... more) {
    Map<String, Object> order = new HashMap<>();
    order.put("agentId", TestAgents.BOT);
    for (int i = 0; i < more.length; i += 2) {
      order.put((String) more[i], more[i + 1]);
    }
    Answer answer = admin().post(PATH, order);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    return answer.json().path("claim");
  }

  /** What is found about a claim that is kept. */
  JsonNode verify(String claimId) {
    return verify(Map.of("claimId", claimId));
  }

  /** What is found about something. */
  JsonNode verify(Object question) {
    Answer answer = admin().post(PATH + "/verify", question);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    JsonNode found = answer.json();
    assertThat(found.path("valid").asBoolean())
        .isEqualTo(found.path("status").asText().equals("valid"));
    return found;
  }

  JsonNode get(String path) {
    Answer answer = admin().get(path);
    assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    return answer.json();
  }

  /** What the audit log of {@code acme} holds. */
  List<String> audited() {
    return database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT entry FROM audit_entry WHERE org_id = :org ORDER BY seq")
                .bind("org", acme)
                .mapTo(String.class)
                .list());
  }

  /** The value of a counter of {@code acme}; empty when it was never raised. */
  Optional<String> counter(String name, String labels) {
    String line = name + "{org_id=\"" + acme + "\"" + labels + "} ";
    return admin()
        .get("/metrics")
        .text()
        .lines()
        .filter(l -> l.startsWith(line))
        .map(l -> l.substring(line.length()))
        .findFirst();
  }

  @Override
  public void close() {
    http.close();
  }

  private static Caller caller(OrgId org, Role role, String key, Caller.Origin origin) {
    return new Caller(
        Caller.Kind.API_KEY,
        "key_1",
        "key of " + role,
        Optional.of(org),
        Optional.of(role),
        EnumSet.allOf(Scope.class),
        key,
        origin);
  }

  private static final class Keys implements Credentials {
    @Override
    public Optional<Caller> session(String token, Caller.Origin origin, boolean isBackground) {
      return Optional.empty();
    }

    @Override
    public Optional<Caller> key(String key, Caller.Origin origin) {
      String[] parts = key.split("/", 2);
      return EnumSet.allOf(Role.class).stream()
          .filter(role -> parts.length == 2 && role.toString().equals(parts[1]))
          .findFirst()
          .map(role -> caller(new OrgId(parts[0]), role, key, origin));
    }
  }

  private static final class Nobody implements HttpServer.Observer {
    @Override
    public void answered(String method, String route, int status, double seconds) {
      // Nothing is measured here.
    }

    @Override
    public void rejected(ErrorCode code, RateLimitBucket limit) {
      // Nothing is counted here.
    }

    @Override
    public void denied(Caller caller, String route, ApiException reason) {
      // The audit of refusals is the server's.
    }
  }
}
