package server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether listings cost the same, however much there is: a server over few rows and one over many
 * take turns with each listing. What counts is the time of processors that a server takes for a
 * request, which is the same beside other work.
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

  /** A server, and who asks it. */
  private record Asked(ServerProcess server, Load load, String key) {}

  boolean run() throws Exception {
    Path few = store(few());
    Path many = store(options.rows());
    boolean isGood = true;
    try (ServerProcess small = new ServerProcess(options.jar(), few);
        ServerProcess large = new ServerProcess(options.jar(), many)) {
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

  private static Asked asked(ServerProcess server) throws IOException {
    String login = "{\"username\":\"demo-admin\",\"password\":\"" + PASSWORD + "\"}";
    Connection.Reply reply =
        new Load(server, "").once(Request.send("sign in", "POST", "/api/auth/login", login));
    String session = reply.cookie().orElseThrow(() -> new IOException(reply.body()));
    Load load = new Load(server, session);
    String made =
        load.once(Request.send("key", "POST", "/api/admin/api-keys", "{\"name\":\"growth\"}")).body();
    Matcher key = KEY.matcher(made);
    return new Asked(server, load, key.find() ? key.group(1) : "");
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
    Path log = stores.resolve("demo.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                options.jar().toAbsolutePath().toString(),
                "demo",
                "seed",
                "--data-dir",
                demo.toString(),
                "--password-file",
                password.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try (InputStream none = process.getInputStream()) {
      if (process.waitFor() != 0) {
        throw new IOException(Files.readString(log, StandardCharsets.UTF_8));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroy();
    } finally {
      Files.delete(password);
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
