package io.svc.server.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.server.Reports;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.OtherServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What docs/faults.md says of receivers of alerts, of the mail server, the identity provider and
 * the vault, when all of them are as bad as they can be: everything else goes on.
 */
@Tag("thorough")
class DeadReceiversIT {
  /** What the other side does with a request. */
  private enum Manner {
    /** Takes it and says nothing. */
    SILENT,
    /** A byte a second. */
    DRIPPING,
    /** Half an answer, and gone. */
    CUT
  }

  private static final int ALERTS = Integer.getInteger("trust.alerts", 15);
  private static final int CALLS = 60;
  private static final String FAILED = "state=error";

  @TempDir private Path directory;
  private volatile Manner manner = Manner.SILENT;
  private volatile boolean isFinished;

  private void answer(OtherServer.Seen request, OutputStream out) throws IOException {
    byte[] bytes = OtherServer.ok("{\"issuer\": \"x\"}").clone();
    switch (manner) {
      case SILENT -> {
        while (!isFinished) {
          pause(50);
        }
      }
      case DRIPPING -> {
        for (int i = 0; i < bytes.length && !isFinished; i++) {
          out.write(bytes[i]);
          out.flush();
          pause(1_000);
        }
      }
      case CUT -> {
        out.write("HTTP/1.1 200 OK\r\nContent-Len".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        throw new IOException("as it was meant");
      }
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void dead_receivers_delay_only_their_own_deliveries() throws Exception {
    try (OtherServer other = new OtherServer(this::answer);
        PackagedServer server =
            PackagedServer.start(
                directory,
                directory.resolve("data"),
                "--egress-allow-private",
                "127.0.0.0/8",
                "--smtp-url",
                "smtp://" + other.host() + "?from=svc@example.com&starttls=off",
                "--oidc-issuer",
                "http://" + other.host(),
                "--oidc-client-id",
                "svc",
                "--oidc-client-secret",
                "secret",
                "--vault-addr",
                "http://" + other.host(),
                "--vault-token",
                "token")) {
      Client admin = server.admin();
      String org = admin.get("/api/admin/tenant").json().at("/tenant/id").asText();
      String key = DiskFullIT.key(admin);
      channel(admin, other);
      Client agent = server.visitor().with("X-Api-Key", key);
      double usual = slowest(agent);
      long threads = 0;
      long files = 0;
      int raised = 0;
      for (Manner next : Manner.values()) {
        manner = next;
        for (int i = 0; i < ALERTS; i++) {
          Answer taken =
              agent.post(
                  "/api/v1/mcp/reports",
                  Reports.withOneFinding(org, Severity.HIGH, "server-" + raised++));
          assertThat(taken.status()).as(taken.toString()).isEqualTo(201);
        }
        long begin = System.nanoTime();
        Answer sso = server.visitor().get("/api/auth/sso/authorize");
        double signOn = secondsSince(begin);
        assertThat(sso.status()).isEqualTo(302);
        assertThat(sso.header("Location").orElse("")).contains(FAILED);
        assertThat(signOn).isLessThan(30);
        double slowest = slowest(agent);
        assertThat(slowest).as("a decision beside what is dead").isLessThan(5);
        assertThat(signIn(server).status()).isEqualTo(200);
        assertThat(
                server
                    .visitor()
                    .post("/api/auth/forgot-password", Map.of("email", "dana@example.com"))
                    .status())
            .isEqualTo(200);
        assertThat(admin.get("/api/overview").status()).isIn(200, 404);
        assertThat(admin.get("/readyz").status()).isEqualTo(200);
        if (next == Manner.SILENT) {
          threads = Handles.threads(server);
          files = Handles.open(server);
        }
        System.out.printf(
            "receivers: %s, sign-on refused in %.1f s, slowest decision %.0f ms (usual %.0f ms)%n",
            next, signOn, 1_000 * slowest, 1_000 * usual);
      }
      assertThat(Handles.threads(server)).isLessThan(threads + 30);
      assertThat(Handles.open(server)).isLessThan(files + 60);
      int stored = 0;
      for (String status : new String[] {"pending", "retrying"}) {
        stored += admin.get("/api/alerts?status=" + status).json().path("total_size").asInt();
      }
      assertThat(stored).as("none was given up, and none was taken for told").isPositive();
      assertThat(admin.get("/api/alerts?status=failed").json().path("total_size").asInt()).isZero();
      assertThat(server.err()).doesNotContain("Exception", "\tat ");
      long begin = System.nanoTime();
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(secondsSince(begin)).isLessThan(26);
      isFinished = true;
    }
  }

  private static void channel(Client admin, OtherServer other) {
    Answer created =
        admin.post(
            "/api/admin/integrations",
            Map.of(
                "type",
                "webhook",
                "name",
                "hook",
                "config",
                Map.of("url", "http://" + other.host() + "/hook")));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
    String rule = admin.get("/api/alerts/rules").json().at("/rules/0/id").asText();
    assertThat(
            admin
                .put(
                    "/api/alerts/rules/" + rule,
                    Map.of("group_by", java.util.List.of("destination")))
                .status())
        .isEqualTo(200);
  }

  private static Answer signIn(PackagedServer server) throws Exception {
    return server
        .visitor()
        .post("/api/auth/login", Map.of("username", "dana", "password", PackagedServer.PASSWORD));
  }

  /** Seconds that the slowest of some decisions took. */
  private static double slowest(Client agent) {
    double slowest = 0;
    for (int i = 0; i < CALLS; i++) {
      long begin = System.nanoTime();
      Answer answer = agent.post("/v1/eval", DiskFullIT.call(i));
      assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
      slowest = Math.max(slowest, secondsSince(begin));
    }
    return slowest;
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
