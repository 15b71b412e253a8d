package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Answer;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherSide;
import io.svc.server.testing.PostgresServer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers on one PostgreSQL are one service, whichever of them a request comes to. */
@Tag("thorough")
class ClusterIT {
  private static final String EVAL = "/v1/eval";
  private static final String EVENTS = "/api/v1/governance/events";
  private static final String BOSS = "boss@example.com";
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-shell}
      rules:
        - {id: no-shell, effect: deny, match: {tool: [bash]}}
      """;

  @TempDir private static Path directory;
  private static Cluster cluster;

  private String email;
  private Client admin;
  private String org;
  private String key;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        new Cluster(
            directory,
            PostgresServer.required(),
            "--egress-allow-private",
            "127.0.0.0/8",
            "--bootstrap-admin-email",
            BOSS,
            "--bootstrap-admin-password",
            PackagedServer.PASSWORD,
            "--ratelimit-profile",
            "loose",
            "--drain-seconds",
            Integer.toString(Integer.getInteger("trust.drain", 2)));
  }

  @AfterAll
  static void stop() throws Exception {
    String output = cluster.err();
    cluster.close();
    assertThat(output).doesNotContain("Exception", " error ");
  }

  @BeforeEach
  void found() throws Exception {
    int number = NUMBER.incrementAndGet();
    email = "dana" + number + "@example.com";
    admin = cluster.visitor();
    expect(
        200,
        admin.post(
            "/api/auth/register",
            Map.of(
                "username",
                "dana" + number,
                "email",
                email,
                "password",
                PackagedServer.PASSWORD,
                "workspaceName",
                "Acme " + number)));
    org = admin.get("/api/admin/tenant").json().at("/tenant/id").asText();
    key = key("agent");
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private String key(String name) {
    return expect(
            201,
            admin.post(
                "/api/admin/api-keys",
                Map.of(
                    "name",
                    name,
                    "scopes",
                    List.of("eval:write", "governance:read", "reports:write"))))
        .path("key")
        .asText();
  }

  private static Answer evaluate(Client client, String agent) {
    return client.post(
        EVAL, Map.of("agent_id", agent, "action", Map.of("type", "tool_call", "tool", "bash")));
  }

  @Test
  void those_that_start_at_once_make_one_store_and_one_administrator() throws Exception {
    assertThat(
            cluster.queryCount(
                "SELECT count(*) - count(DISTINCT version) FROM flyway_schema_history"))
        .isZero();
    assertThat(cluster.queryCount("SELECT count(*) FROM store_key")).isEqualTo(1);
    assertThat(cluster.queryCount("SELECT count(*) FROM account WHERE email = '" + BOSS + "'"))
        .isEqualTo(1);
    for (Client client : cluster.clientsOfAllServers("")) {
      expect(
          200,
          client.post(
              "/api/auth/login", Map.of("username", BOSS, "password", PackagedServer.PASSWORD)));
    }
  }

  @Test
  void a_session_is_one_at_all_of_them_and_ends_at_all_at_once() throws Exception {
    List<Client> there = cluster.clientsOfAllServers(admin);
    there.forEach(client -> expect(200, client.get("/api/auth/session")));

    for (int i = 0; i < Cluster.SIZE; i++) {
      Client again = cluster.visitor();
      expect(
          200,
          again.post(
              "/api/auth/login", Map.of("username", email, "password", PackagedServer.PASSWORD)));
      List<Client> each = cluster.clientsOfAllServers(again);
      each.forEach(client -> expect(200, client.get("/api/admin/tenant")));
      each.get(i).get("/api/auth/logout");
      for (Client client : cluster.clientsOfAllServers(again)) {
        assertThat(client.get("/api/admin/tenant").status()).isEqualTo(401);
      }
    }
  }

  @Test
  void a_key_that_was_revoked_at_one_is_rejected_at_all() throws Exception {
    for (Client remover : cluster.clientsOfAllServers(admin)) {
      JsonNode created = expect(201, admin.post("/api/admin/api-keys", Map.of("name", "ci")));
      List<Client> programs = cluster.clientsOfAllServers(created.path("key").asText());
      programs.forEach(
          program -> expect(201, program.post("/api/v1/mcp/reports", Reports.withOneFinding(org))));

      expect(200, remover.delete("/api/admin/api-keys/" + created.at("/apiKey/id").asText()));

      programs.forEach(
          program -> expect(401, program.post("/api/v1/mcp/reports", Reports.withOneFinding(org))));
    }
  }

  @Test
  void passwords_that_are_guessed_at_all_of_them_are_counted_together() throws Exception {
    Client guesser = cluster.visitor();
    Map<String, String> wrong = Map.of("username", email, "password", "not this one 7");
    for (int i = 0; i < 5; i++) {
      expect(401, guesser.post("/api/auth/login", wrong));
    }

    for (Client client : cluster.clientsOfAllServers("")) {
      Answer rejected =
          client.post(
              "/api/auth/login", Map.of("username", email, "password", PackagedServer.PASSWORD));
      expect(429, rejected);
      assertThat(rejected.code()).isEqualTo("too_many_attempts");
    }
  }

  private String policy() {
    return expect(
            201, admin.post("/api/policies", Map.of("name", "p", "mode", "observe", "dsl", DSL)))
        .at("/policy/id")
        .asText();
  }

  /** The way through the stages needs days of traffic; here it is about what comes after. */
  private void enforce(String id) {
    Policies policies = new Policies();
    OrgId tenant = new OrgId(org);
    try (Database database = Database.postgresql(cluster.url(), 2, Clock.systemUTC())) {
      database.change(
          tx ->
              policies.setStage(
                  tx,
                  tenant,
                  policies.lock(tx, tenant, id),
                  Stage.ENFORCE,
                  Stage.ENFORCE,
                  1,
                  "usr_test"));
    }
  }

  private static void assertAllDecide(List<Client> programs, String decision) {
    for (Client program : programs) {
      JsonNode answer = expect(200, evaluate(program, "bot"));
      assertThat(answer.path("decision").asText()).isEqualTo(decision);
    }
  }

  @Test
  void what_governs_changes_at_all_of_them_before_the_next_call() throws Exception {
    List<Client> programs = cluster.clientsOfAllServers(key);
    assertAllDecide(programs, "allow");
    String policy = policy();
    enforce(policy);
    assertAllDecide(programs, "deny");
    for (int round = 0; round < 2; round++) {
      for (Client changer : cluster.clientsOfAllServers(admin)) {
        expect(200, changer.post("/api/policies/" + policy + "/toggle"));
        assertAllDecide(programs, "allow");
        expect(200, changer.post("/api/policies/" + policy + "/toggle"));
        assertAllDecide(programs, "deny");
      }
    }

    for (Client puller : cluster.clientsOfAllServers(admin)) {
      expect(
          200,
          puller.post(
              "/api/governance/kill-switch/disable-enforcement", Map.of("reason", "drill")));
      assertAllDecide(programs, "allow");
      enforce(policy);
      assertAllDecide(programs, "deny");
    }
  }

  @Test
  void what_is_sent_to_all_of_them_is_done_once() throws Exception {
    List<Client> programs = cluster.clientsOfAllServers(key);
    for (int round = 0; round < 5; round++) {
      String name = "once-" + round;
      String report = Reports.withOneFinding(org, Severity.LOW, name);
      List<String> decisions =
          AtOnce.run(
              6,
              i ->
                  expect(200, evaluate(programs.get(i % 3).with("Idempotency-Key", name), "once"))
                      .toString());
      List<Answer> uploads =
          AtOnce.run(
              6,
              i ->
                  programs
                      .get(i % 3)
                      .with("Idempotency-Key", name)
                      .post("/api/v1/mcp/reports", report));

      assertThat(new HashSet<>(decisions)).hasSize(1);
      // Who comes while another is at it may be told to come again.
      assertThat(uploads).extracting(Answer::status).isSubsetOf(201, 409).contains(201);
      assertThat(uploads.stream().filter(a -> a.status() == 201).map(Answer::text).distinct())
          .hasSize(1);
    }
    assertThat(cluster.queryCount("SELECT count(*) FROM decision WHERE org_id = '" + org + "'"))
        .isEqualTo(5);
    assertThat(cluster.queryCount("SELECT count(*) FROM mcp_report WHERE org_id = '" + org + "'"))
        .isEqualTo(5);
  }

  @Test
  void followers_of_the_feed_see_all_of_it_once_and_in_one_order() throws Exception {
    int each = Integer.getInteger("trust.decisions", 60);
    int writers = 9;
    AtomicBoolean isFinished = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    List<List<String>> followed = new ArrayList<>();
    for (Client reader : cluster.clientsOfAllServers(key)) {
      List<String> seen = new ArrayList<>();
      followed.add(seen);
      Thread thread = new Thread(() -> follow(reader, isFinished, seen), "follower");
      threads.add(thread);
      thread.start();
    }

    Set<String> decided = new HashSet<>();
    List<Client> programs = cluster.clientsOfAllServers(key);
    AtOnce.run(
            writers,
            i -> {
              List<String> mine = new ArrayList<>();
              for (int n = 0; n < each; n++) {
                Client program = programs.get((i + n) % Cluster.SIZE);
                // Some of a session that others write to as well, some alone.
                mine.add(
                    expect(200, evaluate(program, "feed-" + (n % 2 == 0 ? "all" : "" + i)))
                        .path("decision_id")
                        .asText());
              }
              return mine;
            })
        .forEach(decided::addAll);
    isFinished.set(true);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(decided).hasSize(writers * each);
    List<String> first = followed.get(0);
    assertThat(first).doesNotHaveDuplicates().containsAll(decided);
    assertThat(followed.get(1)).isEqualTo(first);
    assertThat(followed.get(2)).isEqualTo(first);
    System.out.printf(
        "cluster: %,d events of %d writers through 3 servers, followed at each: no gap, no duplicate%n",
        first.size(), writers);
  }

  /** Leaves the processor to the servers: callers without a pause take most of it. */
  private static void pause() {
    try {
      Thread.sleep(30);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Goes on until nothing is written any more and nothing is left. */
  private static void follow(Client reader, AtomicBoolean isFinished, List<String> seen) {
    String cursor = "";
    boolean isLast = false;
    while (!isLast) {
      boolean wasOver = isFinished.get();
      JsonNode page = expect(200, reader.get(EVENTS + "?limit=7" + cursor));
      for (JsonNode event : page.path("events")) {
        seen.add(event.at("/payload/decision_id").asText(event.path("event_id").asText()));
      }
      cursor = "&cursor=" + page.path("resume_cursor").asText();
      boolean hasMore = page.path("has_more").asBoolean();
      isLast = wasOver && !hasMore;
      if (!hasMore) {
        pause();
      }
    }
  }

  @Test
  void each_alert_is_delivered_once() throws Exception {
    int each = Integer.getInteger("trust.alerts", 20);
    try (OtherSide hook = new OtherSide()) {
      expect(
          201,
          admin.post(
              "/api/admin/integrations",
              Map.of("type", "webhook", "name", "hook", "config", Map.of("url", hook.url()))));
      String rule = admin.get("/api/alerts/rules").json().at("/rules/0/id").asText();
      expect(
          200, admin.put("/api/alerts/rules/" + rule, Map.of("group_by", List.of("destination"))));
      List<Client> programs = cluster.clientsOfAllServers(key);
      AtOnce.run(
          Cluster.SIZE,
          i -> {
            for (int n = 0; n < each; n++) {
              expect(
                  201,
                  programs
                      .get(i)
                      .post(
                          "/api/v1/mcp/reports",
                          Reports.withOneFinding(org, Severity.HIGH, "server-" + i + "-" + n)));
            }
            return 0;
          });
      for (int i = 0; i < 120 && isInProgress(); i++) {
        Thread.sleep(500);
      }

      Map<String, Integer> told = new HashMap<>();
      hook.requests()
          .forEach(asked -> told.merge(asked.headers().get("webhook-id"), 1, Integer::sum));
      assertThat(told).hasSize(Cluster.SIZE * each);
      assertThat(told.values()).containsOnly(1);
    }
  }

  /** Who calls all the while: what came of each call that was not answered with success. */
  private static final class Traffic {
    private final AtomicBoolean isFinished = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Queue<String> decided = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    void begin(Supplier<Answer> call) {
      Thread thread = new Thread(() -> repeat(call), "traffic");
      threads.add(thread);
      thread.start();
    }

    private void repeat(Supplier<Answer> call) {
      while (!isFinished.get()) {
        pause();
        calls.incrementAndGet();
        try {
          Answer answer = call.get();
          if (answer.status() / 100 != 2) {
            failures.add(answer.toString());
          } else if (answer.route().endsWith(EVAL)) {
            decided.add(answer.json().path("decision_id").asText());
          }
        } catch (AssertionError e) {
          failures.add(e.getMessage() + ": " + e.getCause());
        }
      }
    }

    void end() throws InterruptedException {
      isFinished.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void no_request_fails_while_each_of_them_is_restarted_in_turn() throws Exception {
    Traffic traffic = new Traffic();
    long deadlocks = deadlocks();
    for (int tenant = 0; tenant < 2; tenant++) {
      Client member = admin;
      String tenantId = org;
      Client program = cluster.visitor().with("X-Api-Key", key);
      AtomicInteger names = new AtomicInteger();
      traffic.begin(() -> evaluate(program, "rolling"));
      traffic.begin(() -> evaluate(program, "rolling-" + names.incrementAndGet() % 5));
      traffic.begin(
          () ->
              program.post(
                  "/api/v1/mcp/reports",
                  Reports.withOneFinding(
                      tenantId, Severity.HIGH, "server-" + names.incrementAndGet())));
      traffic.begin(() -> member.get("/api/alerts"));
      traffic.begin(
          () ->
              member.put(
                  "/api/admin/tenant", Map.of("industry", "no. " + names.incrementAndGet())));
      found();
    }

    for (int i = 0; i < Cluster.SIZE; i++) {
      PackagedServer leaving = cluster.server(i);
      leaving.terminate();
      assertThat(leaving.exitCode()).isZero();
      cluster.launch(i).address();
    }
    traffic.end();

    assertThat(traffic.failures).isEmpty();
    assertThat(
            cluster.queryCount(
                "SELECT count(*) FROM decision WHERE agent_id IN (SELECT agent_id FROM"
                    + " agent WHERE name LIKE 'rolling%')"))
        .isEqualTo(traffic.decided.size());
    System.out.printf(
        "cluster: 3 servers restarted in turn under %,d requests, 0 failed, %d deadlocks%n",
        traffic.calls.get(), deadlocks() - deadlocks);
  }

  /** How often two transactions waited for each other so that one had to be done again. */
  private static long deadlocks() throws Exception {
    return cluster.queryCount(
        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }

  @Test
  void each_of_them_counts_calls_for_itself() throws Exception {
    int calls = 5;
    for (Client client : cluster.clientsOfAllServers(admin)) {
      Answer last = client.get("/api/admin/audit-log/verify");
      for (int i = 1; i < calls; i++) {
        last = client.get("/api/admin/audit-log/verify");
      }
      // Of 100 at once, with the profile "loose"; were they counted together, it would be less.
      assertThat(last.header("RateLimit").orElse("")).matches("\"export\";r=(9[5-9]|100);.*");
    }
  }

  @Test
  void one_that_is_older_than_the_store_continues_and_does_not_start_again() throws Exception {
    String newer =
        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success) VALUES (9999, '9999', 'newer',"
            + " 'SQL', 'V9999__newer.sql', 1, 'app', 1, TRUE)";
    cluster.change(newer);
    try {
      for (Client client : cluster.clientsOfAllServers(admin)) {
        expect(200, client.get("/api/auth/session"));
        expect(200, client.get("/readyz"));
      }
      try (PackagedServer again = cluster.another()) {
        assertThat(again.exitCode()).isEqualTo(2);
        assertThat(again.err())
            .contains("the store has schema version 9999, created by a newer svc-server");
      }
    } finally {
      cluster.change("DELETE FROM flyway_schema_history WHERE installed_rank = 9999");
    }
  }

  private boolean isInProgress() {
    for (String status : List.of("pending", "retrying")) {
      if (admin.get("/api/alerts?status=" + status).json().path("total_size").asInt() > 0) {
        return true;
      }
    }
    return false;
  }
}
