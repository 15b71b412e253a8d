package server;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Workspaces with so many policies of so many rules, and the decisions that are asked of each. Of
 * all rules one is about the tool that is called; a condition looks at its arguments. Everything is
 * recorded: the decision, its session's timeline, its event.
 */
final class DecisionBenchmark {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final Pattern POLICY = Pattern.compile("\"id\":\"(pol_\\w+)\"");
  private static final Pattern JOB = Pattern.compile("\"(rpl_\\w+)\"");
  private static final Pattern STARTED = Pattern.compile("\"startedAt\":\"([^\"]+)\"");
  private static final Pattern COMPLETED = Pattern.compile("\"completedAt\":\"([^\"]+)\"");
  private static final int MOST_RULES = 500;

  /** A workspace to be made. */
  private record Size(int policies, int rulesEach) {
    String name() {
      return String.format(
          java.util.Locale.ROOT, "decision, %,d rules, %d policies", policies * rulesEach, policies);
    }
  }

  private static final List<Size> SIZES =
      List.of(
          new Size(1, 10), new Size(1, 100), new Size(2, MOST_RULES), new Size(100, 10));

  private DecisionBenchmark() {}

  /** Makes the workspaces, and tells what to ask of them. */
  static List<Request> prepare(ServerProcess server) throws IOException {
    List<Request> kinds = new ArrayList<>();
    kinds.add(
        decision("decision, no policy", workspace(server, new Size(0, 0)).key(), "run-^"));
    for (Size size : SIZES) {
      kinds.add(decision(size.name(), workspace(server, size).key(), "run-^"));
    }
    return kinds;
  }

  /** Makes a workspace with one policy, and returns the decision to ask for. */
  static Request prepare(ServerProcess server, int rules) throws IOException {
    return decision("decision", workspace(server, new Size(1, rules)).key(), "run-^");
  }

  static Request decision(String name, String key, String session) {
    return Request.send(
            name,
            "POST",
            "/v1/eval",
            "{\"agent_id\":\"invoice-bot\",\"platform\":\"n8n\",\"session_id\":\""
                + session
                + "\",\"action\":{"
                + "\"type\":\"tool_call\",\"server\":\"stripe\",\"tool\":\"create_payment_7\","
                + "\"destination\":\"https://api.stripe.example/v1/charges\","
                + "\"arguments\":{\"amount\":900,\"currency\":\"EUR\",\"note\":\"invoice #\"}}}")
        .withKey(key);
  }

  /** An administrator of a workspace, and a key of it. */
  private record Workspace(Load member, String key) {}

  private static Workspace workspace(ServerProcess server, Size size) throws IOException {
    Load anonymous = new Load(server, "");
    Connection.Reply registered =
        anonymous.once(
            Request.send(
                "register",
                "POST",
                "/api/auth/register",
                "{\"username\":\"user#\",\"email\":\"user#@example.com\","
                    + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Workspace #\"}"));
    Load member =
        new Load(
            server, registered.cookie().orElseThrow(() -> new IOException(registered.body())));
    for (int policy = 0; policy < size.policies(); policy++) {
      check(
          member.once(
              Request.send(
                  "policy",
                  "POST",
                  "/api/policies",
                  "{\"name\":\"policy "
                      + policy
                      + "\",\"mode\":\"observe\",\"dsl\":\""
                      + document(policy, size.rulesEach()).replace("\"", "\\\"").replace("\n", "\\n")
                      + "\"}")));
    }
    Connection.Reply made =
        check(
            member.once(
                Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"benchmark\"}")));
    return new Workspace(member, first(KEY, made.body()));
  }

  /** Rules about a tool each; the first policy has one about the tool that will be called. */
  private static String document(int policy, int rules) {
    StringBuilder text =
        new StringBuilder("version: 1\nkind: agent_policy\nmetadata: { name: p" + policy + " }\n");
    text.append("rules:\n");
    for (int rule = 0; rule < rules; rule++) {
      int tool = policy * 1_000 + rule;
      text.append("  - id: rule-").append(rule).append('\n');
      text.append("    effect: ").append(rule % 2 == 0 ? "deny" : "warn").append('\n');
      text.append("    reason: Too much.\n");
      text.append("    match: { server: [stripe], tool: [create_payment_").append(tool);
      text.append(", \"refund_").append(tool).append("_*\"] }\n");
      text.append("    when: args.amount > ").append(500 + rule).append('\n');
    }
    return text.toString();
  }

  /**
   * How many recorded sessions a second are evaluated again: sessions of five decisions each, in a
   * workspace with a policy of a hundred rules that looks on.
   */
  static double replayed(ServerProcess server, int sessions) throws Exception {
    Workspace workspace = workspace(server, new Size(1, 100));
    Load anonymous = new Load(server, "");
    ExecutorService pool = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < sessions; i++) {
        Request one = decision("recorded", workspace.key(), "replayed-" + i);
        all.add(
            pool.submit(
                () -> {
                  for (int step = 0; step < 5; step++) {
                    check(anonymous.once(one));
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    Load member = workspace.member();
    Connection.Reply list = check(member.once(Request.get("policies", "/api/policies")));
    String policy = first(POLICY, list.body());
    Connection.Reply asked =
        check(
            member.once(
                Request.send(
                    "replay",
                    "POST",
                    "/api/v1/governance/rollout/" + policy + "/replay",
                    "{\"maxSessions\":" + sessions + "}")));
    Request look =
        Request.get("job", "/api/v1/governance/replays/" + first(JOB, asked.body()));
    while (true) {
      String job = check(member.once(look)).body();
      if (job.contains("\"status\":\"completed\"")) {
        Instant begun = Instant.parse(first(STARTED, job));
        Instant ended = Instant.parse(first(COMPLETED, job));
        return sessions / Math.max(0.001, Duration.between(begun, ended).toMillis() / 1e3);
      }
      if (job.contains("\"status\":\"failed\"")) {
        throw new IOException(job);
      }
      Thread.sleep(20);
    }
  }

  private static String first(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("unexpected: " + text);
    }
    return matcher.group(1);
  }

  private static Connection.Reply check(Connection.Reply reply) throws IOException {
    if (reply.status() / 100 != 2) {
      throw new IOException(reply.body());
    }
    return reply;
  }
}
