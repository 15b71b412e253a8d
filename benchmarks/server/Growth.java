package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether listings cost the same, however much there is: a server over few rows and one over many
 * take turns with each listing. What counts is the time of processors that a server, and its
 * PostgreSQL if it has one, take for a request, which is the same beside other work.
 */
final class Growth {
  private static final long FEW = 10_000;
  private static final double MOST_GROWTH = 1.5;
  /** Requests of one client in a round: the time of processors is told in hundredths of a second. */
  private static final int LEAST = 30;

  private static final String PASSWORD = "plenty of horses 7";
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");

  private final Options options;
  private final Path stores;

  /**
   * A comparison.
   *
   * @param stores where the stores are, or will be
   */
  Growth(Options options, Path stores) {
    this.options = options;
    this.stores = stores;
  }

  /** A server, and the PostgreSQL that its store is in, if it is in any. */
  private record Served(ServerProcess server, Optional<Postgres> postgres)
      implements AutoCloseable {
    double seconds() throws IOException {
      double own = server.processorSeconds();
      return postgres.isPresent() ? own + postgres.get().processorSeconds() : own;
    }

    @Override
    public void close() throws IOException {
      server.close();
      if (postgres.isPresent()) {
        postgres.get().close();
      }
    }
  }

  /** Who asks a server. */
  private record Asked(Load load, String key) {}

  private Served served(Path store) throws IOException {
    if (!options.postgresql()) {
      return new Served(new ServerProcess(options.jar(), store), Optional.empty());
    }
    Postgres postgres = new Postgres();
    try {
      long begin = System.nanoTime();
      run(
          stores.resolve("move.log"),
          "migrate-store", "--from", "sqlite", "--to", "postgresql",
          "--data-dir", store.toString(), "--database-url", postgres.url());
      System.out.printf(
          Locale.ROOT,
          "%s moved into PostgreSQL in %.0f s%n",
          store.getFileName(),
          (System.nanoTime() - begin) / 1e9);
      return new Served(
          new ServerProcess(options.jar(), store, "--database-url", postgres.url()),
          Optional.of(postgres));
    } catch (IOException e) {
      postgres.close();
      throw e;
    }
  }

  boolean run() throws Exception {
    Path few = store(few());
    Path many = store(options.rows());
    boolean isGood = true;
    try (Served small = served(few);
        Served large = served(many)) {
      Asked one = asked(small);
      Asked other = asked(large);
      List<Request> ofFew = Listings.of(few());
      List<Request> ofMany = Listings.of(options.rows());
      String document = one.load().once(Request.get("openapi", "/openapi.json")).body();
      for (String path : Listings.forgotten(document, ofMany)) {
        System.out.println("not measured: " + path);
        isGood = false;
      }
      System.out.println("answer with all there is: " + String.join(", ", Listings.whole()));
      System.out.printf(
          Locale.ROOT, "%-34s %11s %11s %11s %7s%n", "", "us, few", "us, many", "p50 ms, many", "times");
      warmUp(one, ofFew);
      warmUp(other, ofMany);
      List<String> slower = new ArrayList<>();
      for (int i = 0; i < ofFew.size(); i++) {
        if (ofFew.get(i).name().startsWith(options.listings())
            && !compare(one, other, ofFew.get(i), ofMany.get(i))) {
          slower.add(ofFew.get(i).name());
        }
      }
      isGood &= slower.isEmpty();
      System.out.println(
          slower.isEmpty()
              ? "no listing costs more than " + MOST_GROWTH + " times as much"
              : "more than " + MOST_GROWTH + " times: " + String.join("; ", slower));
    }
    return isGood;
  }

  /** A server is slow until its code was compiled, and its statements were met. */
  private void warmUp(Asked asked, List<Request> listings) throws Exception {
    for (Request listing : listings) {
      if (listing.name().startsWith(options.listings())) {
        try {
          asked.load().run(listing, options.clients(), options.seconds() / 2);
        } catch (ExecutionException e) {
          // Told when it is measured.
        }
      }
    }
  }

  private long few() {
    return Math.min(FEW, options.rows() / 10);
  }

  private boolean compare(Asked one, Asked other, Request ofFew, Request ofMany) throws Exception {
    try {
      // What a server has not compiled yet, and pages that it has not read yet, do not count.
      one.load().run(ofFew, options.clients(), options.seconds(), LEAST);
      other.load().run(ofMany, options.clients(), options.seconds(), LEAST);
      List<Load.Result> few = new ArrayList<>();
      List<Load.Result> many = new ArrayList<>();
      for (int round = 0; round < options.rounds(); round++) {
        few.add(one.load().run(ofFew, options.clients(), options.seconds(), LEAST));
        many.add(other.load().run(ofMany, options.clients(), options.seconds(), LEAST));
      }
      Load.Result small = median(few);
      Load.Result large = median(many);
      double times = large.serverMicros() / small.serverMicros();
      System.out.printf(
          Locale.ROOT,
          "%-34s %11.0f %11.0f %11.1f %7.2f%s%n",
          ofFew.name(),
          small.serverMicros(),
          large.serverMicros(),
          large.medianMillis(),
          times,
          times <= MOST_GROWTH ? "" : "  MORE THAN " + MOST_GROWTH);
      return times <= MOST_GROWTH;
    } catch (IOException | ExecutionException e) {
      System.out.println(ofFew.name() + ": " + e.getMessage());
      return false;
    }
  }

  private static Load.Result median(List<Load.Result> results) {
    return results.stream()
        .sorted(Comparator.comparingDouble(Load.Result::serverMicros))
        .skip(results.size() / 2)
        .findFirst()
        .orElseThrow();
  }

  private static Asked asked(Served served) throws IOException {
    ServerProcess server = served.server();
    String login = "{\"username\":\"demo-admin\",\"password\":\"" + PASSWORD + "\"}";
    Connection.Reply reply =
        new Load(server, "").once(Request.send("sign in", "POST", "/api/auth/login", login));
    String session = reply.cookie().orElseThrow(() -> new IOException(reply.body()));
    Load load = new Load(server, session, served::seconds);
    String made =
        load.once(Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"growth\"}")).body();
    Matcher key = KEY.matcher(made);
    return new Asked(load, key.find() ? key.group(1) : "");
  }

  /** A store of so many rows: the one that was kept, or a new one. */
  private Path store(long rows) throws IOException, SQLException {
    Path store = stores.resolve("rows-" + rows);
    if (Files.exists(store)) {
      return store;
    }
    Path demo = stores.resolve("demo");
    if (!Files.exists(demo)) {
      seed(demo);
    }
    long begin = System.nanoTime();
    Path unfinished = stores.resolve("unfinished");
    delete(unfinished);
    Filler.copy(demo, unfinished);
    try (Filler filler = new Filler(unfinished, rows)) {
      filler.fill();
    }
    Files.move(unfinished, store);
    System.out.printf(
        Locale.ROOT,
        "a store of %,d decisions: %.0f MB, filled in %.0f s%n",
        rows,
        Files.size(store.resolve("app.db")) / 1e6,
        (System.nanoTime() - begin) / 1e9);
    return store;
  }

  /** The rows that are copied are those of the demo. */
  private void seed(Path demo) throws IOException {
    Path password = Files.createTempFile(stores, "password", ".txt");
    Files.writeString(password, PASSWORD + "\n");
    try {
      run(
          stores.resolve("demo.log"),
          "demo", "seed", "--data-dir", demo.toString(), "--password-file", password.toString());
    } finally {
      Files.delete(password);
    }
  }

  /** Runs a verb of the server. */
  private void run(Path log, String... verb) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", options.jar().toAbsolutePath().toString()));
    command.addAll(List.of(verb));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException(Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroy();
    }
  }

  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
