package server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Mixed traffic for as long as one likes, at a share of the most that the server answers on this
 * machine, in a heap of 256 MB by default. Detects growth of memory and handles, and slower responses.
 *
 * <p>Requests are sent when they are due, whether or not earlier ones were answered, and their time
 * counts from then: a server that stalls is not spared what would have come meanwhile.
 */
public final class Soak {
  private static final int WINDOWS = 10;
  private static final double WARM_SECONDS = 60;
  private static final double PEAK_SECONDS = 20;
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  /** How much more than in the first third something may be in the last. */
  private static final double MOST_GROWTH = 1.25;

  /** Answers may be slower by this, on a machine that others use too. */
  private static final double MOST_SLOWER = 1.5;

  /** What counts as no growth whatever its ratio: megabytes, handles, threads, milliseconds. */
  private static final double LEAST = 10;

  private final ServerProcess server;
  private final SoakTraffic traffic;
  private final AtomicLong number = new AtomicLong();
  private final Map<String, AtomicLong> refused = new ConcurrentHashMap<>();
  private final int clients;

  private Soak(ServerProcess server, int clients) throws IOException {
    this.server = server;
    this.clients = clients;
    this.traffic = new SoakTraffic(server);
  }

  /** A tenth of the time: what was answered in it, and what the server held at its end. */
  private record Window(
      long answered, double p50Millis, double p99Millis, double worstMillis, SoakWatch.Held held) {}

  public static void main(String[] arguments) throws Exception {
    for (String argument : arguments) {
      if (!argument.matches("--(minutes|share|clients|jar|java-options)=.*")) {
        throw new IllegalArgumentException("\"" + argument + "\" is no option; see README.md");
      }
    }
    double minutes = Double.parseDouble(DurableDecisions.option(arguments, "minutes", "30"));
    double share = Double.parseDouble(DurableDecisions.option(arguments, "share", "0.5"));
    int clients = Integer.parseInt(DurableDecisions.option(arguments, "clients", "32"));
    Path jar = Path.of(DurableDecisions.option(arguments, "jar", ""));
    String machine =
        DurableDecisions.option(arguments, "java-options", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
    Path directory = Files.createTempDirectory("soak");
    Path data = Files.createDirectory(directory.resolve("data"));
    boolean holds;
    try (ServerProcess server =
        new ServerProcess(jar, data, DurableDecisions.words(machine))) {
      Soak soak = new Soak(server, clients);
      double peak = soak.peak();
      System.out.printf(
          Locale.ROOT,
          "%d processors, Java %s, %s, peak of the mix %.0f requests a second, sent %.0f%n%n",
          Runtime.getRuntime().availableProcessors(),
          System.getProperty("java.version"),
          machine.isEmpty() ? "default options" : machine,
          peak,
          peak * share);
      holds = soak.run(minutes * 60, peak * share, new SoakWatch(server, data));
    } finally {
      Growth.delete(directory);
    }
    System.exit(holds ? 0 : 1);
  }

  /** The most that is answered in a second, each client sending as soon as it was answered. */
  private double peak() throws Exception {
    send(WARM_SECONDS, 0);
    long begin = System.nanoTime();
    int answered = send(PEAK_SECONDS, 0).size();
    return answered / ((System.nanoTime() - begin) / 1e9);
  }

  private boolean run(double seconds, double rate, SoakWatch watch) throws Exception {
    System.out.printf(
        "%8s %10s %8s %8s %8s %8s %8s %8s %8s %9s %7s %6s%n",
        "minute", "requests", "p50 ms", "p99 ms", "max ms", "heap MB", "RSS MB", "handles",
        "threads", "store MB", "log MB", "free");
    List<Window> windows = new ArrayList<>();
    long signedIn = System.nanoTime();
    for (int i = 1; i <= WINDOWS; i++) {
      if (System.nanoTime() - signedIn > HOUR_NANOS) {
        traffic.signIn();
        signedIn = System.nanoTime();
      }
      List<Long> nanos = send(seconds / WINDOWS, rate);
      nanos.sort(null);
      Window window =
          new Window(
              nanos.size(),
              nanos.get(nanos.size() / 2) / 1e6,
              nanos.get((int) (nanos.size() * 0.99)) / 1e6,
              nanos.get(nanos.size() - 1) / 1e6,
              watch.look());
      windows.add(window);
      SoakWatch.Held held = window.held();
      System.out.printf(
          Locale.ROOT,
          "%8.1f %10d %8.1f %8.1f %8.0f %8.1f %8.0f %8d %8d %9.1f %7.1f %5.1f%%%n",
          seconds / 60 * i / WINDOWS,
          window.answered(),
          window.p50Millis(),
          window.p99Millis(),
          window.worstMillis(),
          held.heapMegabytes(),
          held.residentMegabytes(),
          held.handles(),
          held.threads(),
          held.storeMegabytes(),
          held.logMegabytes(),
          held.freeShare() * 100);
    }
    return judge(windows);
  }

  private boolean judge(List<Window> windows) {
    System.out.printf("%n%-28s %10s %10s %7s%n", "", "first 3", "last 3", "ratio");
    boolean holds =
        grows("heap, MB", windows, w -> w.held().heapMegabytes(), MOST_GROWTH)
            & grows("handles", windows, w -> w.held().handles(), MOST_GROWTH)
            & grows("threads", windows, w -> w.held().threads(), MOST_GROWTH)
            & grows("log of the store, MB", windows, w -> w.held().logMegabytes(), MOST_GROWTH)
            & grows("p99, ms", windows, Window::p99Millis, MOST_SLOWER)
            & grows("free pages, %", windows, w -> w.held().freeShare() * 100, MOST_GROWTH);
    double early = perThousand(windows, 1, 4);
    double late = perThousand(windows, WINDOWS - 3, WINDOWS);
    System.out.printf(
        Locale.ROOT,
        "%-28s %10.2f %10.2f %7.2f%n", "store, MB in 1,000 requests", early, late, late / early);
    holds &= late <= early * MOST_GROWTH;
    refused.forEach((what, times) -> System.out.println("refused: " + what + ", " + times + " times"));
    holds &= refused.isEmpty();
    System.out.println(holds ? "nothing grew" : "SOMETHING GREW OR WAS REFUSED");
    return holds;
  }

  /** Megabytes of the store that a thousand requests took, from the end of one window to another. */
  private static double perThousand(List<Window> windows, int from, int to) {
    long requests = windows.subList(from, to).stream().mapToLong(Window::answered).sum();
    double grown =
        windows.get(to - 1).held().storeMegabytes() - windows.get(from - 1).held().storeMegabytes();
    return grown * 1_000 / requests;
  }

  private interface Figure {
    double of(Window window);
  }

  private static boolean grows(String name, List<Window> windows, Figure figure, double most) {
    double early = windows.subList(0, 3).stream().mapToDouble(figure::of).average().orElseThrow();
    double late =
        windows.subList(WINDOWS - 3, WINDOWS).stream().mapToDouble(figure::of).average().orElseThrow();
    System.out.printf(
        Locale.ROOT, "%-28s %10.1f %10.1f %7.2f%n", name, early, late, early == 0 ? 1 : late / early);
    return late <= Math.max(early * most, early + LEAST);
  }

  /**
   * Sends for some seconds, and tells how long each took.
   *
   * @param rate requests a second; 0 for as many as are answered
   */
  private List<Long> send(double seconds, double rate) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try {
      long begin = System.nanoTime();
      long end = begin + (long) (seconds * 1e9);
      long first = number.get();
      List<Future<List<Long>>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        all.add(pool.submit(() -> client(begin, end, first, rate)));
      }
      List<Long> nanos = new ArrayList<>();
      for (Future<List<Long>> one : all) {
        nanos.addAll(one.get());
      }
      return nanos;
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Long> client(long begin, long end, long first, double rate) throws IOException {
    List<Long> nanos = new ArrayList<>();
    try (Connection connection = new Connection(server.address())) {
      while (true) {
        long turn = number.getAndIncrement();
        long due =
            rate == 0 ? System.nanoTime() : begin + (long) ((turn - first) * 1e9 / rate);
        if (due >= end) {
          return nanos;
        }
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
        Request request = traffic.at(turn);
        Connection.Reply reply = connection.send(request, traffic.session());
        nanos.add(System.nanoTime() - due);
        if (reply.status() / 100 != 2) {
          String what = request.name() + " answered " + reply.status();
          if (refused.computeIfAbsent(what, none -> new AtomicLong()).incrementAndGet() == 1) {
            System.out.println(what + ": " + reply.body());
          }
        }
      }
    }
  }
}
