package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Requests a second of the packaged server over real HTTP. All kinds of requests take turns, so that
 * a slow moment of the machine hits all of them, and each is told as a ratio to a route that does
 * nothing but answer.
 */
final class ServerBenchmark {
  private static final Request HEALTH = Request.get("GET /healthz", "/healthz");
  private static final Pattern ORG = Pattern.compile("\"(org_[0-9A-Z]{26})\"");
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final int REPLAYED = 1_000;
  private static final int ALERTS = 2_000;
  private static final int WARM_UP = 3;
  private static final int MOST_TURNS = 30;
  private static final double FASTER = 1.05;

  private final Options options;
  private final Path data;
  private String session = "";
  private String org = "";
  private String key = "";

  private ServerBenchmark(Options options, Path data) {
    this.options = options;
    this.data = data;
  }

  public static void main(String[] arguments) throws Exception {
    Options options;
    try {
      options = Options.of(Arrays.asList(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println("error: " + e.getMessage());
      System.exit(2);
      return;
    }
    // The store's own classes, which fill it, tell of every connection.
    LogManager.getLogManager().reset();
    Path directory = Files.createTempDirectory("server-benchmark");
    boolean isGood;
    try {
      isGood = new ServerBenchmark(options, directory.resolve("data")).run();
    } finally {
      Growth.delete(directory);
    }
    System.exit(isGood ? 0 : 1);
  }

  private boolean run() throws Exception {
    if (options.parts().equals(Set.of("growth"))) {
      return growth();
    }
    System.out.printf(
        Locale.ROOT,
        "%d processors, Java %s, %d clients, %d rounds of %.1f s%n",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        options.clients(),
        options.rounds(),
        options.seconds());
    try (ServerProcess server = new ServerProcess(options.jar(), data)) {
      tellStart("first start, store and key made", server);
      register(server);
    }
    try (ServerProcess server = new ServerProcess(options.jar(), data)) {
      tellStart("second start", server);
      Load load = new Load(server, session);
      if (options.parts().contains("requests")) {
        requests(load);
      }
      if (options.parts().contains("writes")) {
        groupCommit(load);
      }
      if (options.parts().contains("decisions")) {
        List<Request> kinds = new ArrayList<>(List.of(HEALTH));
        kinds.addAll(DecisionBenchmark.prepare(server));
        System.out.println();
        measure(load, kinds, 2 * options.clients());
        System.out.printf(
            Locale.ROOT,
            "%nreplay: %.0f recorded sessions of five decisions a second%n",
            DecisionBenchmark.replayed(server, REPLAYED));
      }
      if (options.parts().contains("alerts")) {
        AlertBenchmark.Result told = AlertBenchmark.run(server, ALERTS);
        System.out.printf(
            Locale.ROOT,
            "%nalerts: %,d findings became alerts and came through to a webhook, %.0f a second;"
                + " the last %.1f s behind its upload%n",
            told.alerts(),
            told.perSecond(),
            told.behindSeconds());
      }
      System.out.printf(
          Locale.ROOT, "%nresident after all that: %.0f MB%n", server.residentMegabytes());
    }
    if (options.parts().contains("plans")) {
      plans();
    }
    return !options.parts().contains("growth") || growth();
  }

  private static void tellStart(String name, ServerProcess server) throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f ms until it listens, %.0f MB resident%n",
        name,
        server.startMillis(),
        server.residentMegabytes());
  }

  private void register(ServerProcess server) throws IOException {
    Load load = new Load(server, "");
    Connection.Reply reply =
        load.once(
            Request.send(
                "register",
                "POST",
                "/api/auth/register",
                "{\"username\":\"dana\",\"email\":\"dana@example.com\","
                    + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Acme\"}"));
    session = reply.cookie().orElseThrow(() -> new IOException(reply.body()));
    org = first(ORG, reply.body());
    Load signedIn = new Load(server, session);
    String made = "";
    for (int i = 0; i < 50; i++) {
      made =
          signedIn
              .once(
                  Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"key #\"}"))
              .body();
    }
    key = first(KEY, made);
    // What the store is filled with copies of.
    Connection.Reply uploaded = signedIn.once(upload());
    if (uploaded.status() != 201) {
      throw new IOException(uploaded.body());
    }
    // A finding that is an alert; and an incident.
    signedIn.once(
        Request.send(
                "alert",
                "POST",
                "/api/v1/mcp/reports",
                report(org)
                    .replace("\"severity\":\"medium\"", "\"severity\":\"high\"")
                    .replace("server 1", "server of the alert"))
            .withKey(key));
    signedIn.once(
        Request.send("incident", "POST", "/api/incidents", "{\"title\":\"Tokens left\"}"));
  }

  private static String first(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("unexpected: " + text);
    }
    return matcher.group(1);
  }

  private static List<Request> lists() {
    return List.of(
        Request.get("audit log, a page of 50", "/api/admin/audit-log"),
        Request.get("audit log, one category", "/api/admin/audit-log?category=mcp"),
        Request.get("audit log, far back", "/api/admin/audit-log?offset=5000"),
        Request.get("API keys", "/api/admin/api-keys"),
        Request.get("members", "/api/admin/members"));
  }

  private void requests(Load load) throws Exception {
    List<Request> kinds = new ArrayList<>();
    kinds.add(HEALTH);
    kinds.add(Request.get("GET /api/auth/session", "/api/auth/session"));
    kinds.addAll(lists());
    kinds.add(update());
    kinds.add(upload());
    System.out.println();
    measure(load, kinds, options.clients());
  }

  private Request upload() {
    return Request.send("report upload, 5 findings", "POST", "/api/v1/mcp/reports", report(org))
        .withKey(key);
  }

  /** A report as svc-preflight sends it, of the same five findings each time. */
  static String report(String org) {
    String times =
        "\"observed_at\":\"TIME\",\"collected_at\":\"TIME\",\"processed_at\":\"TIME\""
            .replace("TIME", "2026-11-20T10:00:00.000Z");
    List<String> findings = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      findings.add(
          "{\"finding_id\":\"fnd_01KA000N0"
              + i
              + "~\",\"finding_type\":\"unpinned_package\",\"severity\":\"medium\",\"server\":"
              + "\"server "
              + i
              + "\",\"detail\":\"The package has no version.\",\"remediation\":\"Name one.\","
              + "\"config_path\":\"/home/dana/.cursor/mcp.json\",\"source\":\"cursor\","
              + "\"suppressed\":false,\"suppressed_by\":\"\","
              + times
              + ",\"extensions\":{}}");
    }
    return "{\"report_id\":\"rpt_01KA000N00~\",\"org_id\":\""
        + org
        + "\",\"source\":\"cursor\",\"config_path\":\"/home/dana/.cursor/mcp.json\","
        + "\"status\":\"complete\",\"servers_scanned\":5,\"findings_count\":5,"
        + "\"critical_count\":0,\"high_count\":0,\"scan_duration_ms\":12.5,"
        + "\"scanned_at\":\"2026-11-20T10:00:00.000Z\","
        + times
        + ",\"markdown_summary\":\"5 servers\",\"findings\":["
        + String.join(",", findings)
        + "],\"extensions\":{}}";
  }

  private static Request update() {
    return Request.send(
        "profile update with audit entry", "PUT", "/api/admin/tenant", "{\"industry\":\"no. #\"}");
  }

  /** Runs all kinds in turns and prints the median of their rounds. */
  private void measure(Load load, List<Request> kinds, int clients)
      throws Exception {
    warmUp(load, kinds, clients);
    Map<String, List<Load.Result>> results = new LinkedHashMap<>();
    for (int round = 0; round < options.rounds(); round++) {
      for (Request kind : kinds) {
        results
            .computeIfAbsent(kind.name(), name -> new ArrayList<>())
            .add(load.run(kind, clients, options.seconds()));
      }
    }
    Map<String, Load.Result> medians = new LinkedHashMap<>();
    results.forEach((name, all) -> medians.put(name, median(all)));
    Load.Result yardstick = medians.values().iterator().next();
    System.out.printf(
        Locale.ROOT, "%-34s %9s %9s %9s %9s %7s%n",
        "",
        "per s",
        "p50 ms",
        "p99 ms",
        "server us",
        "ratio");
    medians.forEach(
        (name, result) ->
            System.out.printf(
                Locale.ROOT,
                "%-34s %9.0f %9.2f %9.2f %9.0f %7.2f%n",
                name,
                result.perSecond(),
                result.medianMillis(),
                result.p99Millis(),
                result.serverMicros(),
                result.perSecond() / yardstick.perSecond()));
  }

  /**
   * A server is slow until its code was compiled: the first seconds tell nothing of the rest. Each
   * kind is sent until it becomes no faster, and at least for some rounds' time.
   */
  private void warmUp(Load load, List<Request> kinds, int clients) throws Exception {
    for (Request kind : kinds) {
      double best = 0;
      int slower = 0;
      for (int turn = 0; turn < MOST_TURNS && (turn < WARM_UP || slower < WARM_UP); turn++) {
        double now = load.run(kind, clients, options.seconds()).perSecond();
        slower = now > best * FASTER ? 0 : slower + 1;
        best = Math.max(best, now);
      }
    }
  }

  private static Load.Result median(List<Load.Result> results) {
    return results.stream()
        .sorted(Comparator.comparingDouble(Load.Result::perSecond))
        .skip(results.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  /** What it brings that writes which wait for the disk together are written together. */
  private void groupCommit(Load load) throws Exception {
    Load.Result[] medians = inTurns(() -> load.run(update(), 1, options.seconds()),
        () -> load.run(update(), 32, options.seconds()));
    System.out.printf(
        Locale.ROOT,
        "%n%s: 1 client %.0f per s (p99 %.1f ms), 32 clients %.0f per s (p99 %.1f ms): %.1f times%n",
        update().name(),
        medians[0].perSecond(),
        medians[0].p99Millis(),
        medians[1].perSecond(),
        medians[1].p99Millis(),
        medians[1].perSecond() / medians[0].perSecond());
  }

  private Load.Result[] inTurns(Callable<Load.Result> one, Callable<Load.Result> other)
      throws Exception {
    List<Load.Result> ones = new ArrayList<>();
    List<Load.Result> others = new ArrayList<>();
    one.call();
    other.call();
    for (int round = 0; round < options.rounds(); round++) {
      ones.add(one.call());
      others.add(other.call());
    }
    return new Load.Result[] {median(ones), median(others)};
  }

  private boolean growth() throws Exception {
    Path stores =
        options.keep().isPresent()
            ? Files.createDirectories(options.keep().get())
            : Files.createDirectory(data.resolveSibling("stores"));
    return new Growth(options, stores).run();
  }

  /** How the store finds the rows of its statements; of a store that has some. */
  private void plans() throws Exception {
    Map<String, String> plans = new TreeMap<>(Plans.of(options.jar(), data, org));
    plans.putAll(Plans.ofConditions(data, org));
    System.out.println();
    plans.forEach((statement, plan) -> System.out.println(statement + ": " + plan));
  }
}
