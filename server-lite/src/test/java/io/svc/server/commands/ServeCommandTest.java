package io.svc.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.OperatorErrorException;
import io.svc.server.commands.CommandRun.Result;
import io.svc.server.logging.LogFormat;
import io.svc.server.logging.LogLevel;
import io.svc.server.logging.Logging;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ServeCommandTest {
  @TempDir private Path directory;

  @AfterEach
  void quiet() {
    Logging.setUp(LogLevel.ERROR, LogFormat.TEXT, System.err);
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, http://127\\.0\\.0\\.1:", "::1, http://\\[::1\\]:"})
  void reports_where_it_listens_and_ends_with_0_on_request(String host, String start) {
    CommandRun command = new CommandRun(directory);
    CompletableFuture<Result> running =
        CompletableFuture.supplyAsync(() -> command.run("--port", "0", "--host", host));

    command.end();

    Result result = running.join();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).matches("listening on " + start + "[1-9]\\d*\n");
    assertThat(command.calls()).isEqualTo("start in locked directory, close");
    assertThat(result.err().lines())
        .extracting(line -> line.substring(25).replaceFirst(" \\d\\.\\d\\.\\d ", " "))
        .containsExactly(
            "info commands svc-server stores its data in " + directory.resolve("svc-data"),
            "info commands stopping",
            "info commands stopped");
  }

  @Test
  void a_second_server_in_the_directory_is_rejected() throws InterruptedException {
    CommandRun first = new CommandRun(directory);
    CompletableFuture<Result> running =
        CompletableFuture.supplyAsync(() -> first.run("--port", "0"));
    while (!first.out().contains("listening")) {
      Thread.sleep(5);
    }

    Result second = new CommandRun(directory).run("--port", "0");
    first.end();

    assertThat(second.exitCode()).isEqualTo(2);
    assertThat(second.err())
        .isEqualTo(
            ("error: another svc-server (process %d) uses \"%s\"; stop it, or specify another"
                    + " data directory\n")
                .formatted(ProcessHandle.current().pid(), directory.resolve("svc-data")));
    assertThat(running.join().exitCode()).isZero();
  }

  @Test
  void a_port_in_use_is_named_with_what_to_do() throws IOException {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Result result =
          new CommandRun(directory).run("--port", Integer.toString(occupied.getLocalPort()));

      assertThat(result.exitCode()).isEqualTo(2);
      assertThat(result.out()).isEmpty();
      assertThat(result.err())
          .endsWith(
              ("\nerror: port %d is in use on 127.0.0.1; stop the other process, or use another"
                      + " port with --port (0 selects a free port)\n")
                  .formatted(occupied.getLocalPort()));
    }
  }

  @ParameterizedTest
  @CsvSource({"192.0.2.1", "no-such-host.invalid"})
  void an_address_of_another_machine_is_named(String host) {
    Result result = new CommandRun(directory).run("--port", "0", "--host", host);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .endsWith(
            ("\nerror: \"%s\" is not an address of this machine; use another address with --host,"
                    + " such as 127.0.0.1 or 0.0.0.0\n")
                .formatted(host));
  }

  @Test
  void a_start_that_is_rejected_closes_the_server_and_lets_the_next_in() {
    CommandRun command =
        new CommandRun(directory)
            .with(
                (config, data) -> {
                  throw new OperatorErrorException("the database is newer than this server");
                });

    Result result = command.run("--port", "0");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).endsWith("\nerror: the database is newer than this server\n");
    command.end();
    CommandRun next = new CommandRun(directory);
    CompletableFuture<Result> running =
        CompletableFuture.supplyAsync(() -> next.run("--port", "0"));
    next.end();
    assertThat(running.join().exitCode()).isZero();
  }

  @Test
  void warnings_and_notices_are_logged() throws IOException {
    Path data = Files.createDirectory(directory.resolve("svc-data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
    CommandRun command = new CommandRun(directory);
    CompletableFuture<Result> running =
        CompletableFuture.supplyAsync(
            () -> command.run("--port=0", "--log-format=json", "--metrics-token=x"));

    command.end();

    assertThat(running.join().err().lines())
        .allMatch(line -> line.startsWith("{") && line.endsWith("}"))
        .anyMatch(line -> line.contains("--metrics-token is visible in the process list"))
        .anyMatch(line -> line.contains("was open to others (rwxr-xr-x)"));
  }
}
