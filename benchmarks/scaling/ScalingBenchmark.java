package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a thousand requests cost in processor time, of the servers and of PostgreSQL, when they go to
 * one server, to two in turn, or to three. One small machine cannot show that three answer more; it
 * can show that a request costs no more for there being more of them.
 */
final class ScalingBenchmark {
  private static final int SERVERS = 3;
  private static final int WORKSPACES = 6;
  private static final Pattern ORG = Pattern.compile("\"(org_[0-9A-Z]{26})\"");
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final AtomicLong NUMBER = new AtomicLong(1_000);

  private final Options options;
  private final Postgres postgres;
  private final List<ServerProcess> servers;
  private final List<Workspace> workspaces = new ArrayList<>();

  /** A tenant, as somebody who signed in, and as a program. */
  private record Workspace(String session, String org, String key) {}

  /** One kind of request, as each workspace sends it. */
  private record Kind(String name, List<Request> requests) {}

  /** What some seconds cost, a thousand requests each. */
  private record Cost(double servers, double postgres, double perSecond) {}

  private ScalingBenchmark(Options options, Postgres postgres, List<ServerProcess> servers) {
    this.options = options;
    this.postgres = postgres;
    this.servers = servers;
  }

  /**
   * What the command line asks for.
   *
   * @param share of what one server answers at most, that is sent to any number of them; 0 sends as
   *     much as is answered, by more clients to more servers
   */
  private record Options(
      Path jar, double seconds, int rounds, int clients, double idleSeconds, double share) {
    private static final Map<String, String> USUAL =
        Map.of(
            "--jar", "",
            "--seconds", "4",
            "--rounds", "3",
            "--clients", "6",
            "--idle", "15",
            "--share", "0");

    static Options of(String[] arguments) {
      Map<String, String> given = new HashMap<>(USUAL);
      for (String argument : arguments) {
        String[] parts = argument.split("=", 2);
        if (parts.length < 2 || given.replace(parts[0], parts[1]) == null) {
          throw wrong(argument);
        }
        try {
          from(given);
        } catch (NumberFormatException e) {
          throw wrong(argument);
        }
      }
      return from(given);
    }

    private static Options from(Map<String, String> given) {
      return new Options(
          Path.of(given.get("--jar")),
          Double.parseDouble(given.get("--seconds")),
          Integer.parseInt(given.get("--rounds")),
          Integer.parseInt(given.get("--clients")),
          Double.parseDouble(given.get("--idle")),
          Double.parseDouble(given.get("--share")));
    }

    private static IllegalArgumentException wrong(String argument) {
      return new IllegalArgumentException(
          "\"" + argument + "\" is no option; expected --seconds=N, --rounds=N, --clients=N,"
              + " --idle=SECONDS, --share=N or --jar=PATH");
    }
  }

  public static void main(String[] arguments) throws Exception {
    Options options;
    try {
      options = Options.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    LogManager.getLogManager().reset();
    Path directory = Files.createTempDirectory("scaling-benchmark");
    List<ServerProcess> servers = new ArrayList<>();
    try (Postgres postgres = new Postgres()) {
      byte[] key = new byte[32];
      new SecureRandom().nextBytes(key);
      Path keyFile = Files.write(directory.resolve("shared.key"), key);
      for (int i = 0; i < SERVERS; i++) {
        Path own = Files.createDirectory(directory.resolve("server-" + i));
        servers.add(
            new ServerProcess(
                options.jar(),
                own.resolve("data"),
                "--database-url",
                postgres.url(),
                "--master-key-file",
                keyFile.toString()));
      }
      new ScalingBenchmark(options, postgres, servers).run();
    } finally {
      servers.forEach(ServerProcess::close);
      delete(directory);
    }
  }

  private void run() throws Exception {
    System.out.printf(
        Locale.ROOT,
        "%d processors, Java %s, %d clients a server, %d workspaces, %d rounds of %.1f s%s%n",
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.version"),
        options.clients(),
        WORKSPACES,
        options.rounds(),
        options.seconds(),
        options.share() > 0
            ? String.format(
                Locale.ROOT, " at %.2f of what one server answers", options.share())
            : "");
    for (int i = 0; i < WORKSPACES; i++) {
      workspaces.add(register(i));
    }
    List<Kind> kinds = kinds();
    for (int round = 0; round < 2; round++) {
      for (Kind kind : kinds) {
        measure(kind, servers, Math.max(3, 2 * options.seconds()), 0);
      }
    }
    Map<Kind, Double> rates = new HashMap<>();
    for (Kind kind : kinds) {
      double peak = options.share() > 0 ? measure(kind, some(0, 1), 2, 0).perSecond() : 0;
      rates.put(kind, peak * options.share());
    }
    Map<Kind, List<List<Cost>>> costs = new LinkedHashMap<>();
    for (int round = 0; round < options.rounds(); round++) {
      for (Kind kind : kinds) {
        for (int count = 1; count <= SERVERS; count++) {
          costs.computeIfAbsent(kind, any -> counts()).get(count - 1).add(
              measure(kind, some(round, count), options.seconds(), rates.get(kind)));
        }
      }
    }
    print(costs);
    idle();
  }

  private static List<List<Cost>> counts() {
    return Stream.generate(() -> (List<Cost>) new ArrayList<Cost>()).limit(SERVERS).toList();
  }

  /** So many of them, in each round others. */
  private List<ServerProcess> some(int round, int count) {
    List<ServerProcess> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      some.add(servers.get((round + i) % SERVERS));
    }
    return some;
  }

  private Workspace register(int number) throws IOException {
    try (Connection connection = new Connection(servers.get(number % SERVERS).address())) {
      Connection.Reply reply =
          connection.send(
              Request.send(
                      "register",
                      "POST",
                      "/api/auth/register",
                      "{\"username\":\"user#\",\"email\":\"user#@example.com\","
                          + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Acme #\"}")
                  .numbered(number),
              "");
      String session = reply.cookie().orElseThrow(() -> new IOException(reply.body()));
      Connection.Reply key =
          connection.send(
              Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"benchmark\"}"),
              session);
      return new Workspace(session, first(ORG, reply.body()), first(KEY, key.body()));
    }
  }

  private List<Kind> kinds() {
    return List.of(
        kind("POST /v1/eval", one -> DecisionBenchmark.decision("eval", one.key(), "run-^")),
        new Kind(
            "the same, of one workspace",
            List.of(DecisionBenchmark.decision("eval", workspaces.get(0).key(), "run-^"))),
        kind("GET /api/auth/session", one -> Request.get("session", "/api/auth/session")),
        kind("GET /api/agents", one -> Request.get("agents", "/api/agents")),
        kind("GET /api/alerts", one -> Request.get("alerts", "/api/alerts")),
        kind(
            "report upload, 5 findings",
            one ->
                Request.send(
                        "upload", "POST", "/api/v1/mcp/reports", ServerBenchmark.report(one.org()))
                    .withKey(one.key())));
  }

  private Kind kind(String name, java.util.function.Function<Workspace, Request> request) {
    return new Kind(name, workspaces.stream().map(request).toList());
  }

  /**
   * Sends for some seconds.
   *
   * @param rate requests a second in all; 0 for as many as are answered
   */
  private Cost measure(Kind kind, List<ServerProcess> some, double seconds, double rate)
      throws Exception {
    // At no rate, as many to each server: who adds servers has more to do.
    int clients = options.clients() * (rate > 0 ? SERVERS : some.size());
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try {
      double ofServers = processor(some);
      double ofPostgres = postgres.processorSeconds();
      long begin = System.nanoTime();
      long end = begin + (long) (seconds * 1e9);
      List<Future<Long>> sent = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int client = i;
        double every = rate > 0 ? clients / rate : 0;
        long first = begin + (long) (every * 1e9 * client / clients);
        sent.add(pool.submit(() -> send(kind, client, some, first, every, end)));
      }
      long all = 0;
      for (Future<Long> one : sent) {
        all += one.get();
      }
      double took = (System.nanoTime() - begin) / 1e9;
      return new Cost(
          (processor(some) - ofServers) * 1_000 / all,
          (postgres.processorSeconds() - ofPostgres) * 1_000 / all,
          all / took);
    } finally {
      pool.shutdownNow();
    }
  }

  private static double processor(List<ServerProcess> some) throws IOException {
    double seconds = 0;
    for (ServerProcess one : some) {
      seconds += one.processorSeconds();
    }
    return seconds;
  }

  /**
   * Sends each request to the next server, over a connection to each that stays open.
   *
   * @param every so many seconds; 0 as soon as the last was answered
   */
  private long send(
      Kind kind, int client, List<ServerProcess> some, long first, double every, long end)
      throws IOException {
    Request request = kind.requests().get(client % kind.requests().size());
    String session = workspaces.get(client % workspaces.size()).session();
    List<Connection> connections = new ArrayList<>();
    try {
      for (ServerProcess one : some) {
        connections.add(new Connection(one.address()));
      }
      long sent = 0;
      while (sent == 0 || System.nanoTime() < end) {
        Connection.Reply reply =
            connections
                .get((int) ((client + sent) % connections.size()))
                .send(request.numbered(NUMBER.incrementAndGet()), session);
        if (reply.status() / 100 != 2) {
          throw new IOException(request.path() + " answered " + reply.status() + " " + reply.body());
        }
        sent++;
        LockSupport.parkNanos(first + (long) (every * 1e9 * sent) - System.nanoTime());
      }
      return sent;
    } finally {
      for (Connection one : connections) {
        one.close();
      }
    }
  }

  private void print(Map<Kind, List<List<Cost>>> costs) {
    System.out.printf(
        Locale.ROOT,
        "%nprocessor seconds of a thousand requests; in brackets, times those with 1 server%n"
            + "%-28s %-34s %-34s %s%n",
        "",
        "servers: 1, 2, 3",
        "PostgreSQL: 1, 2, 3",
        "a second: 1, 2, 3");
    costs.forEach(
        (kind, byCount) -> {
          double[] ofServers = medians(byCount, Cost::servers);
          double[] ofPostgres = medians(byCount, Cost::postgres);
          double[] rates = medians(byCount, Cost::perSecond);
          System.out.printf(
              Locale.ROOT,
              "%-28s %-34s %-34s %.0f, %.0f, %.0f%n",
              kind.name(),
              ratios(ofServers),
              ratios(ofPostgres),
              rates[0],
              rates[1],
              rates[2]);
        });
  }

  private static double[] medians(
      List<List<Cost>> byCount, java.util.function.ToDoubleFunction<Cost> figure) {
    return byCount.stream()
        .mapToDouble(
            all -> all.stream().mapToDouble(figure).sorted().skip(all.size() / 2).findFirst().orElse(0))
        .toArray();
  }

  private static String ratios(double[] figures) {
    return String.format(
        Locale.ROOT,
        "%.2f, %.2f (%.2f), %.2f (%.2f)",
        figures[0],
        figures[1],
        figures[1] / figures[0],
        figures[2],
        figures[2] / figures[0]);
  }

  /** What servers cost that nobody calls. */
  private void idle() throws Exception {
    if (options.idleSeconds() <= 0) {
      return;
    }
    double ofServers = processor(servers);
    double ofPostgres = postgres.processorSeconds();
    Thread.sleep((long) (options.idleSeconds() * 1_000));
    System.out.printf(
        Locale.ROOT,
        "%nidle, of a processor: %.2f %% for each server, %.2f %% of PostgreSQL for each%n",
        (processor(servers) - ofServers) * 100 / options.idleSeconds() / SERVERS,
        (postgres.processorSeconds() - ofPostgres) * 100 / options.idleSeconds() / SERVERS);
  }

  private static String first(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("unexpected: " + text);
    }
    return matcher.group(1);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
