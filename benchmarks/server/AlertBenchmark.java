package server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many alerts a second come through to a webhook on this machine: reports with new findings of
 * high severity are uploaded, each finding is an alert, and each alert is told by a signed request.
 */
final class AlertBenchmark {
  private static final Pattern KEY = Pattern.compile("\"key\":\"(svck_\\w+)\"");
  private static final Pattern ORG = Pattern.compile("\"(org_[0-9A-Z]{26})\"");
  private static final Pattern RULE = Pattern.compile("\"id\":\"(arl_\\w+)\"");
  private static final int FINDINGS = 20;
  private static final String TIMES =
      "\"observed_at\":\"TIME\",\"collected_at\":\"TIME\",\"processed_at\":\"TIME\""
          .replace("TIME", "2026-11-20T10:00:00.000Z");

  private AlertBenchmark() {}

  /**
   * What came of some alerts.
   *
   * @param perSecond from the first upload to the last message
   * @param behindSeconds from the answer to the last upload to the last message
   */
  record Result(int alerts, double perSecond, double behindSeconds) {}

  static Result run(ServerProcess server, int alerts) throws Exception {
    Connection.Reply registered =
        new Load(server, "")
            .once(
                Request.send(
                    "register",
                    "POST",
                    "/api/auth/register",
                    "{\"username\":\"alerts#\",\"email\":\"alerts#@example.com\","
                        + "\"password\":\"plenty of horses 7\",\"workspaceName\":\"Alerts\"}"));
    String org = first(ORG, registered.body());
    Load member = new Load(server, registered.cookie().orElseThrow());
    AtomicLong received = new AtomicLong();
    HttpServer hook =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    hook.setExecutor(threads);
    hook.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          received.incrementAndGet();
        });
    hook.start();
    try {
      return measure(member, org, hook.getAddress().getPort(), received, alerts);
    } finally {
      hook.stop(0);
      threads.shutdownNow();
    }
  }

  private static Result measure(Load member, String org, int port, AtomicLong received, int alerts)
      throws Exception {
    send(
        member,
        "POST",
        "/api/admin/integrations",
        "{\"type\":\"webhook\",\"name\":\"hook\",\"config\":{\"url\":\"http://127.0.0.1:"
            + port
            + "/\",\"secret\":\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"}}");
    String rules = send(member, "GET", "/api/alerts/rules", "");
    send(
        member,
        "PUT",
        "/api/alerts/rules/" + first(RULE, rules),
        "{\"group_by\":[\"destination\"]}");
    String key = first(KEY, send(member, "POST", "/api/admin/api-keys", "{\"name\":\"ci\"}"));
    upload(member, org, key, -1);
    await(received, FINDINGS);
    received.set(0);
    long begin = System.nanoTime();
    int uploads = alerts / FINDINGS;
    for (int i = 0; i < uploads; i++) {
      upload(member, org, key, i);
    }
    long uploaded = System.nanoTime();
    await(received, (long) uploads * FINDINGS);
    long end = System.nanoTime();
    return new Result(
        uploads * FINDINGS, uploads * FINDINGS * 1e9 / (end - begin), (end - uploaded) / 1e9);
  }

  private static void await(AtomicLong received, long wanted) throws Exception {
    long end = System.nanoTime() + 120_000_000_000L;
    while (received.get() < wanted) {
      if (System.nanoTime() > end) {
        throw new IOException("of " + wanted + " alerts " + received.get() + " were told");
      }
      Thread.sleep(1);
    }
  }

  private static void upload(Load member, String org, String key, int number) throws IOException {
    List<String> findings = new ArrayList<>();
    for (int i = 0; i < FINDINGS; i++) {
      findings.add(
          "{\"finding_id\":\"fnd_01KA000N"
              + String.format(java.util.Locale.ROOT, "%02d", i)
              + "~\",\"finding_type\":\"suspicious_path\",\"severity\":\"high\",\"server\":\"server"
              + " "
              + number
              + "-"
              + i
              + "\",\"detail\":\"It lies in a temporary directory.\",\"remediation\":\"Move it.\","
              + "\"config_path\":\"/home/dana/"
              + number
              + "/mcp.json\",\"source\":\"cursor\",\"suppressed\":false,\"suppressed_by\":\"\","
              + TIMES
              + ",\"extensions\":{}}");
    }
    String body =
        "{\"report_id\":\"rpt_01KA000N00~\",\"org_id\":\""
            + org
            + "\",\"source\":\"cursor\",\"config_path\":\"/home/dana/"
            + number
            + "/mcp.json\",\"status\":\"complete\",\"servers_scanned\":20,\"findings_count\":20,"
            + "\"critical_count\":0,\"high_count\":20,\"scan_duration_ms\":12.5,"
            + "\"scanned_at\":\"2026-11-20T10:00:00.000Z\","
            + TIMES
            + ",\"markdown_summary\":\"20 servers\",\"findings\":["
            + String.join(",", findings)
            + "],\"extensions\":{}}";
    check(member.once(Request.send("upload", "POST", "/api/v1/mcp/reports", body).withKey(key)));
  }

  private static String send(Load member, String method, String path, String body)
      throws IOException {
    Request request =
        method.equals("GET")
            ? Request.get("read", path)
            : Request.send("write", method, path, body);
    return check(member.once(request));
  }

  private static String check(Connection.Reply reply) throws IOException {
    if (reply.status() / 100 != 2) {
      throw new IOException(reply.body());
    }
    return reply.body();
  }

  private static String first(Pattern pattern, String text) throws IOException {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IOException("unexpected: " + text);
    }
    return matcher.group(1);
  }
}
