package io.svc.server;

import io.svc.server.accounts.Account;
import io.svc.server.accounts.Accounts;
import io.svc.server.agents.Agents;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.Call;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * An organization with members of any role, put into the store directly, because hashing a password
 * for each would take most of the time of the tests.
 */
public final class Tenancy {
  private static final Duration LIFE = Duration.ofHours(1);
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Identifiers IDENTIFIERS = new Identifiers(Clock.systemUTC());
  private static final Accounts ACCOUNTS = new Accounts(IDENTIFIERS);
  private static final Agents AGENTS = new Agents(IDENTIFIERS);
  private static final AgentSessions SESSIONS = new AgentSessions(IDENTIFIERS);

  private final TestServer server;
  private final OrgId org;
  private final Client admin;

  public Tenancy(TestServer server) {
    this.server = server;
    this.org =
        server
            .database()
            .write(tx -> new Tenants(IDENTIFIERS).create(tx, "Example Ltd", "ops@example.com"))
            .id();
    this.admin = member(Role.ADMIN);
  }

  public OrgId org() {
    return org;
  }

  /** The administrator who was there first. */
  public Client admin() {
    return admin;
  }

  /** A new member, signed in. */
  public Client member(Role role) {
    return signedIn(server, Optional.of(new Accounts.Membership(org, role)));
  }

  /** The identifier of a new member. */
  public String memberId() {
    return account(server, Optional.of(new Accounts.Membership(org, Role.VIEWER))).userId();
  }

  /** The identifier of a member who is signed in. */
  public static String idOf(Client member) {
    return member.get("/api/auth/session").json().at("/user/id").asText();
  }

  /** Gives a member another role in the store alone, as another server does. */
  public void demote(String userId, Role role) {
    server.database().change(tx -> ACCOUNTS.setRole(tx, org, ACCOUNTS.get(tx, userId), role));
  }

  /** Locks a member, as an operator of the server does. */
  public void lock(String userId) {
    server
        .database()
        .change(
            tx -> {
              tx.outdate(Account.class);
              tx.handle()
                  .execute(
                      "UPDATE account SET status = 'disabled' WHERE org_id = ? AND user_id = ?",
                      org.value(),
                      userId);
            });
  }

  /** The identifier of a new agent, which runs on {@code n8n}. */
  public String agentId() {
    String name = "wf_" + NUMBER.incrementAndGet();
    return server
        .database()
        .write(tx -> AGENTS.discovered(tx, org, "n8n", name, "Bot " + name, tx.now()))
        .id();
  }

  /** The identifier of a new session of a new agent. */
  public String sessionId() {
    String agent = agentId();
    return server
        .database()
        .write(tx -> SESSIONS.open(tx, org, agent, Optional.empty(), Optional.of("991"), tx.now()))
        .id();
  }

  /** A new policy in force; the way there, with its evidence, is not what is tested by it. */
  public void enforced(String dsl) {
    Answer created =
        admin.post("/api/policies", Map.of("name", "sample", "mode", "observe", "dsl", dsl));
    String id = created.json().at("/policy/id").asText();
    Policies policies = new Policies();
    server
        .database()
        .change(
            tx -> {
              var policy = policies.lockToChange(tx, org, id);
              policies.setStage(
                  tx, org, policy, Stage.ENFORCE, Stage.ENFORCE, policy.latestVersion(), "usr_1");
            });
  }

  /** Somebody who is signed in and belongs to no organization. */
  public static Client stranger(TestServer server) {
    return signedIn(server, Optional.empty());
  }

  /** Somebody who is not signed in. */
  public Client visitor() {
    return server.visitor();
  }

  /** A client with a new API key. */
  public Client program(Role role, Scope... scopes) {
    return server.visitor().with("X-Api-Key", key(role, scopes));
  }

  /** A new API key of this organization. */
  public String key(Role role, Scope... scopes) {
    return key(admin, role, scopes);
  }

  /** A new API key of a member. */
  public static String key(Client member, Role role, Scope... scopes) {
    Answer answer =
        member.post(
            "/api/admin/api-keys",
            Map.of(
                "name", "test",
                "role", role.toString(),
                "scopes", Stream.of(scopes).map(Scope::toString).toList()));
    if (answer.status() != 201) {
      throw new AssertionError(answer.toString());
    }
    return answer.json().path("key").asText();
  }

  private static Account account(TestServer server, Optional<Accounts.Membership> membership) {
    String name = "member" + NUMBER.incrementAndGet();
    return server
        .database()
        .write(
            tx ->
                ACCOUNTS.create(
                    tx, name, name + "@example.org", name, Optional.empty(), membership));
  }

  private static Client signedIn(TestServer server, Optional<Accounts.Membership> membership) {
    Account account = account(server, membership);
    String token = IDENTIFIERS.token();
    server
        .database()
        .change(
            tx ->
                tx.handle()
                    .execute(
                        "INSERT INTO web_session (token_hash, user_id, created_at, last_seen_at,"
                            + " expires_at, ip, user_agent) VALUES (?, ?, ?, ?, ?, '', '')",
                        List.of(
                                Call.sha256(token),
                                account.userId(),
                                tx.now().toEpochMilli(),
                                tx.now().toEpochMilli(),
                                tx.now().plus(LIFE).toEpochMilli())
                            .toArray()));
    Client client = server.visitor();
    client.setCookie("svc_session", token);
    return client;
  }
}
