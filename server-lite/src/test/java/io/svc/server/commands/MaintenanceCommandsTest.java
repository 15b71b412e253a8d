package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.TestServer;
import io.svc.server.commands.Operator.Ran;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code migrate} and {@code healthcheck}. */
@Tag("thorough")
class MaintenanceCommandsTest {
  @TempDir private Path home;

  @Test
  void a_dry_run_lists_and_makes_nothing() {
    Operator operator = new Operator(home);

    Ran dry = operator.run("migrate", "--dry-run");

    assertThat(dry.exitCode()).isZero();
    assertThat(dry.out()).startsWith("pending 1 tables");
    assertThat(home.resolve("data")).doesNotExist();
  }

  @Test
  void migrations_are_run_once() {
    Operator operator = new Operator(home);

    Ran first = operator.run("migrate");

    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).contains("1 tables").contains("migrated");
    assertThat(home.resolve("data/master.key")).exists();
    assertThat(operator.run("migrate").out()).isEqualTo("nothing to migrate\n");
    assertThat(operator.run("migrate", "--dry-run").out()).isEqualTo("nothing to migrate\n");
  }

  @Test
  void a_store_that_is_none_is_rejected_in_words() throws IOException {
    Files.createDirectories(home.resolve("data"));
    Files.writeString(home.resolve("data/app.db"), "not a store ".repeat(500));
    Files.write(home.resolve("data/master.key"), new byte[32]);

    Ran ran = new Operator(home).run("migrate");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("cannot be used: it ");
  }

  @Test
  void a_ready_server_is_healthy_and_an_absent_one_is_not() {
    Operator operator = new Operator(home);
    try (TestServer server = TestServer.start(home)) {
      operator.with("SVC_PORT", Integer.toString(server.address().getPort()));

      Ran ready = operator.run("healthcheck");
      assertThat(ready.out()).startsWith("ready: http://127.0.0.1:");
      assertThat(ready.exitCode()).isZero();
      assertThat(operator.with("SVC_HOST", "0.0.0.0").run("healthcheck").exitCode()).isZero();
    }

    Ran removed = operator.run("healthcheck");

    assertThat(removed.exitCode()).isEqualTo(1);
    assertThat(removed.err()).contains("refused the connection");
  }

  @Test
  void a_server_that_is_not_ready_or_does_not_respond_is_not_healthy() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Operator operator =
          new Operator(home).with("SVC_PORT", Integer.toString(socket.getLocalPort()));
      CompletableFuture<Void> answered =
          CompletableFuture.runAsync(
              () -> {
                try (Socket caller = socket.accept();
                    InputStream in = caller.getInputStream()) {
                  assertThat(in.read()).isEqualTo('G');
                  caller
                      .getOutputStream()
                      .write(
                          "HTTP/1.1 503 Service Unavailable\r\n\r\n"
                              .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });

      Ran failing = operator.run("healthcheck");
      answered.get();
      Ran silent = operator.run("healthcheck", "--timeout", "1");

      assertThat(failing.exitCode()).isEqualTo(1);
      assertThat(failing.err()).contains("/readyz returned \"HTTP/1.1 503");
      assertThat(silent.exitCode()).isEqualTo(1);
      assertThat(silent.err()).contains("did not respond in time");
    }
  }

  @Test
  void without_a_port_the_health_check_fails() {
    Operator operator = new Operator(home).with("SVC_PORT", "0");

    assertThat(operator.run("healthcheck").err()).contains("the port is 0");
    assertThat(operator.with("SVC_PORT", "9").run("healthcheck", "--timeout", "0").err())
        .contains("--timeout is 0");
  }
}
