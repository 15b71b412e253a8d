package io.svc.server.packaged;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagedServerIT {
  @TempDir private Path directory;
  private Path data;

  @BeforeEach
  void setUp() {
    data = directory.resolve("data");
  }

  @Test
  void reports_one_line_when_it_accepts_and_not_before() throws Exception {
    int port = freePort();
    try (PackagedServer server =
        PackagedServer.launch(
            directory, "--port", Integer.toString(port), "--data-dir", data.toString())) {
      URI address = server.address();
      boolean accepts = accepts(port);

      assertThat(accepts).isTrue();
      assertThat(address.getPort()).isEqualTo(port);
      assertThat(server.visitor().get("/readyz").status()).isEqualTo(200);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.out()).isEqualTo("listening on http://127.0.0.1:" + port + "\n");
    }
  }

  @Test
  @Tag("thorough")
  void no_other_user_can_read_its_files() throws Exception {
    try (PackagedServer server = PackagedServer.start(directory, data)) {
      server.admin();
      try (Stream<Path> files = Files.walk(data)) {
        List<String> modes =
            files
                .map(
                    path ->
                        (Files.isDirectory(path) ? "d" : "-")
                            + mode(path)
                            + " "
                            + data.relativize(path))
                .toList();
        assertThat(modes).contains("drwx------ ", "-rw------- app.db", "-rw------- master.key");
        assertThat(modes).allMatch(line -> line.matches("(drwx------|-rw-------) .*"));
      }
    }
  }

  @Tag("thorough")
  @Test
  void asked_to_end_it_answers_what_was_begun_and_leaves_a_whole_store() throws Exception {
    String body =
        "{\"username\":\"dana\",\"email\":\"dana@example.com\",\"workspaceName\":\"Acme\","
            + "\"password\":\""
            + PackagedServer.PASSWORD
            + "\"}";
    try (PackagedServer server = PackagedServer.start(directory, data);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.setSoTimeout(30_000);
      String head =
          "POST /api/auth/register HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
              + "Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(US_ASCII));
      // The server says this when it begins to read the body: from now on the request is under way.
      String goOn = "HTTP/1.1 100 Continue\r\n\r\n";
      assertThat(new String(socket.getInputStream().readNBytes(goOn.length()), US_ASCII))
          .isEqualTo(goOn);

      server.terminate();
      waitUntilRefusing(server);
      socket.getOutputStream().write(body.getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 200");
      assertThat(server.exitCode()).isZero();
      assertThat(server.err()).doesNotContain("Exception", "\tat ");
      assertNoLog();
      assertThat(query("SELECT email FROM account")).containsExactly("dana@example.com");
    }
  }

  @Test
  @Tag("thorough")
  void on_shutdown_it_keeps_serving_and_reports_not_ready() throws Exception {
    try (PackagedServer server = PackagedServer.start(directory, data, "--drain-seconds", "2")) {
      Client proxy = server.visitor();
      Answer before = proxy.get("/readyz");

      server.terminate();
      Answer ready = proxy.get("/readyz");
      for (int i = 0; i < 200 && ready.status() == 200; i++) {
        Thread.sleep(5);
        ready = proxy.get("/readyz");
      }
      Answer after = proxy.get("/api/openapi.json");

      assertThat(before.json().at("/checks/serving").asText()).isEqualTo("ok");
      assertThat(before.header("Connection")).isEmpty();
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.json().at("/checks/serving").asText()).isEqualTo("failed");
      assertThat(after.status()).isNotEqualTo(503);
      assertThat(after.header("Connection")).contains("close");
      assertThat(server.exitCode()).isZero();
    }
  }

  @Test
  @Tag("thorough")
  void on_shutdown_it_does_not_wait_for_idle_clients() throws Exception {
    try (PackagedServer server = PackagedServer.start(directory, data);
        Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      assertThat(silent.isConnected()).isTrue();
      server.visitor().get("/healthz");
      long begin = System.nanoTime();

      server.terminate();

      assertThat(server.exitCode()).isZero();
      assertThat((System.nanoTime() - begin) / 1_000_000_000L).isLessThan(15);
      assertNoLog();
    }
  }

  @Test
  @Tag("thorough")
  void a_second_server_over_the_same_data_is_rejected() throws Exception {
    try (PackagedServer first = PackagedServer.start(directory, data);
        PackagedServer second =
            PackagedServer.launch(directory, "--port", "0", "--data-dir", data.toString())) {
      assertThat(second.exitCode()).isEqualTo(2);
      assertThat(second.out()).isEmpty();
      assertThat(second.err())
          .matches(
              "(?s).*error: another svc-server \\(process \\d+\\) uses \".*data\"; stop it, or"
                  + " specify another data directory\n")
          .doesNotContain("Exception", "\tat ");
      assertThat(first.visitor().get("/readyz").status()).isEqualTo(200);
    }
  }

  @Test
  @Tag("thorough")
  void a_port_that_is_in_use_is_reported() throws Exception {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        PackagedServer server =
            PackagedServer.launch(
                directory,
                "--port",
                Integer.toString(occupied.getLocalPort()),
                "--data-dir",
                data.toString())) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.out()).isEmpty();
      assertThat(server.err())
          .endsWith(
              "error: port "
                  + occupied.getLocalPort()
                  + " is in use on 127.0.0.1; stop the other process, or use another port with"
                  + " --port (0 selects a free port)\n")
          .doesNotContain("Exception", "\tat ");
    }
  }

  private void assertNoLog() throws IOException {
    Path log = data.resolve("app.db-wal");
    assertThat(Files.notExists(log) || Files.size(log) == 0).isTrue();
  }

  private List<String> query(String question) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + data.resolve("app.db"));
        ResultSet rows = connection.createStatement().executeQuery(question)) {
      List<String> answers = new java.util.ArrayList<>();
      while (rows.next()) {
        answers.add(rows.getString(1));
      }
      return answers;
    }
  }

  private static void waitUntilRefusing(PackagedServer server) throws Exception {
    for (int i = 0; i < 200 && accepts(server.address().getPort()); i++) {
      Thread.sleep(50);
    }
    assertThat(accepts(server.address().getPort())).isFalse();
  }

  private static boolean accepts(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
