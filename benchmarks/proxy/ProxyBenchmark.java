package proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a call through the outbound proxy costs beside the same call of the same server without it:
 * the two take turns, so that a slow moment of the machine hits both. Through the proxy each call
 * is decided on, the decision is on disk before the call leaves, and what came of it is told behind
 * it.
 */
public final class ProxyBenchmark {
  private static final Pattern KEY = Pattern.compile("\"(svck_\\w{40,})\"");
  private static final int SMALL = 1024;
  private static final String SESSION = "Cookie";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ProxyBenchmark() {}

  public static void main(String[] args) throws Exception {
    new ProxyBenchmark()
        .run(
            option(args, "classes", ""),
            Double.parseDouble(option(args, "warm", "60")),
            Double.parseDouble(option(args, "seconds", "2")),
            Integer.parseInt(option(args, "rounds", "7")),
            Integer.parseInt(option(args, "clients", "8")),
            Long.parseLong(option(args, "mebibytes", "200")) << 20);
  }

  private static String option(String[] args, String name, String otherwise) {
    return Arrays.stream(args)
        .filter(arg -> arg.startsWith("--" + name + "="))
        .map(arg -> arg.substring(name.length() + 3))
        .findFirst()
        .orElse(otherwise);
  }

  /** What one kind of call took, in milliseconds, and how many of them there were in a second. */
  private record Figures(double median, double p99, double perSecond) {
    static Figures of(List<Long> nanos, double seconds) {
      List<Long> sorted = nanos.stream().sorted().toList();
      return new Figures(
          sorted.get(sorted.size() / 2) / 1e6,
          sorted.get((int) (sorted.size() * 0.99)) / 1e6,
          sorted.size() / seconds);
    }
  }

  private void run(String classes, double warm, double seconds, int rounds, int clients, long large)
      throws Exception {
    Path directory = Files.createTempDirectory("proxy");
    Process server = start(classes, directory);
    try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8);
        Upstream upstream = new Upstream()) {
      String line = out.readLine();
      if (line == null) {
        throw new IOException(Files.readString(directory.resolve("log")));
      }
      URI address = URI.create(line.substring("listening on ".length()));
      String key = key(address);
      byte[] direct = request("/" + SMALL, upstream.port(), "");
      byte[] proxied = request(through(upstream, SMALL), address.getPort(), key);
      // Until the server's compiler is done with most of it; this does not count.
      load(clients, warm, address.getPort(), proxied);
      for (int n : new int[] {1, clients}) {
        compare(n, seconds, rounds, upstream.port(), direct, address.getPort(), proxied);
      }
      stream(server, large, upstream, address.getPort(), key);
    } finally {
      server.destroy();
      server.waitFor(40, TimeUnit.SECONDS);
    }
  }

  private static String through(Upstream upstream, long bytes) {
    return "/v1/proxy/127.0.0.1:" + upstream.port() + "/" + bytes;
  }

  private static byte[] request(String path, int port, String key) {
    String head = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
    String own =
        key.isEmpty()
            ? ""
            : "X-Api-Key: " + key + "\r\nX-Svc-Agent-Id: bot\r\nX-Svc-Upstream-Scheme: http\r\n";
    return (head + own + "\r\n").getBytes(ISO_8859_1);
  }

  private static void compare(
      int clients, double seconds, int rounds, int port, byte[] direct, int proxy, byte[] proxied)
      throws Exception {
    List<Figures> without = new ArrayList<>();
    List<Figures> with = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      without.add(load(clients, seconds, port, direct));
      with.add(load(clients, seconds, proxy, proxied));
    }
    Figures one = median(without);
    Figures other = median(with);
    System.out.printf(
        Locale.ROOT,
        "%d client%s, %d bytes: direct p50 %.2f ms, p99 %.2f ms, %,.0f/s;"
            + " proxied p50 %.2f ms, p99 %.2f ms, %,.0f/s;"
            + " more by %.2f ms at p50 and %.2f ms at p99; ratio of calls a second %.2f%n",
        clients,
        clients == 1 ? "" : "s",
        SMALL,
        one.median(),
        one.p99(),
        one.perSecond(),
        other.median(),
        other.p99(),
        other.perSecond(),
        other.median() - one.median(),
        other.p99() - one.p99(),
        other.perSecond() / one.perSecond());
  }

  private static Figures median(List<Figures> rounds) {
    List<Figures> sorted = new ArrayList<>(rounds);
    sorted.sort((a, b) -> Double.compare(a.median(), b.median()));
    return sorted.get(sorted.size() / 2);
  }

  private static Figures load(int clients, double seconds, int port, byte[] request)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(clients);
    try {
      long begin = System.nanoTime();
      long end = begin + (long) (seconds * 1e9);
      List<Future<List<Long>>> futures = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        futures.add(
            pool.submit(
                () -> {
                  List<Long> nanos = new ArrayList<>();
                  try (Wire wire = new Wire(port)) {
                    while (nanos.isEmpty() || System.nanoTime() < end) {
                      long start = System.nanoTime();
                      wire.exchange(request);
                      nanos.add(System.nanoTime() - start);
                    }
                  }
                  return nanos;
                }));
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> future : futures) {
        all.addAll(future.get());
      }
      return Figures.of(all, (System.nanoTime() - begin) / 1e9);
    } finally {
      pool.shutdownNow();
    }
  }

  private static void stream(Process server, long bytes, Upstream upstream, int port, String key)
      throws Exception {
    double direct = mebibytesPerSecond(upstream.port(), request("/" + bytes, 0, ""), bytes);
    double before = resident(server);
    double proxied = mebibytesPerSecond(port, request(through(upstream, bytes), port, key), bytes);
    System.out.printf(
        Locale.ROOT,
        "%d MiB in one answer: direct %,.0f MiB/s; proxied %,.0f MiB/s, ratio %.2f;"
            + " the server's memory went from %.0f to %.0f MB%n",
        bytes >> 20,
        direct,
        proxied,
        proxied / direct,
        before,
        resident(server));
  }

  private static double mebibytesPerSecond(int port, byte[] request, long bytes)
      throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.exchange(request);
      long begin = System.nanoTime();
      wire.exchange(request);
      return (bytes >> 20) / ((System.nanoTime() - begin) / 1e9);
    }
  }

  /** What the process holds in memory, as Linux counts it; 0 elsewhere. */
  private static double resident(Process server) throws IOException {
    Path status = Path.of("/proc", Long.toString(server.pid()), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static Process start(String classes, Path directory) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes,
                "io.svc.server.ServerMain",
                "--port",
                "0",
                "--data-dir",
                directory.resolve("data").toString())
            .redirectInput(new File("/dev/null"))
            .redirectError(directory.resolve("log").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
    builder.environment().put("SVC_RATELIMIT_PROFILE", "off");
    builder.environment().put("SVC_EGRESS_ALLOW_PRIVATE", "127.0.0.0/8");
    return builder.start();
  }

  private String key(URI address) throws Exception {
    HttpResponse<String> registered =
        send(
            "POST",
            address.resolve("/api/auth/register"),
            "none=1",
            "{\"username\":\"bench\",\"email\":\"bench@example.com\","
                + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Bench\"}");
    String cookie = registered.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    send(
        "PUT",
        address.resolve("/api/admin/tenant"),
        cookie,
        "{\"settings\":{\"allowPlainHttp\":true}}");
    Matcher key =
        KEY.matcher(
            send(
                    "POST",
                    address.resolve("/api/admin/api-keys"),
                    cookie,
                    "{\"name\":\"bench\",\"scopes\":[\"proxy:use\"]}")
                .body());
    if (!key.find()) {
      throw new IOException("no key was made");
    }
    return key.group(1);
  }

  private HttpResponse<String> send(String method, URI uri, String cookie, String body)
      throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(uri)
                .header(SESSION, cookie)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(uri.getPath() + " answered " + answer.body());
    }
    return answer;
  }
}
