package io.svc.server.packaged;

import io.svc.server.testing.Client;
import io.svc.server.testing.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Three packaged servers on one PostgreSQL database, behind a {@link RoundRobin}. */
final class Cluster implements AutoCloseable {
  static final int SIZE = 3;

  private final Path directory;
  private final String url;
  private final String[] more;
  private final int[] ports = new int[SIZE];
  private final PackagedServer[] servers = new PackagedServer[SIZE];
  private final List<PackagedServer> launched = new ArrayList<>();
  private final RoundRobin proxy;

  /** Starts all of them at the same moment, over a database that has nothing in it yet. */
  Cluster(Path directory, PostgresServer postgres, String... more) throws Exception {
    this.directory = directory;
    this.url = postgres.newDatabase();
    this.more = more;
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    Files.write(directory.resolve("shared.key"), key);
    List<URI> addresses = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      ports[i] = freePort();
      addresses.add(URI.create("http://127.0.0.1:" + ports[i]));
    }
    proxy = new RoundRobin(addresses);
    try {
      for (int i = 0; i < SIZE; i++) {
        launch(i);
      }
      for (PackagedServer server : servers) {
        server.address();
      }
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  /** Begins to start one, on the port that it always has. */
  PackagedServer launch(int i) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--port", Integer.toString(ports[i])));
    arguments.addAll(List.of("--data-dir", directory.resolve("data-" + i).toString()));
    arguments.addAll(List.of("--database-url", url));
    arguments.addAll(List.of("--master-key-file", directory.resolve("shared.key").toString()));
    arguments.addAll(Arrays.asList(more));
    servers[i] = PackagedServer.launch(directory, arguments.toArray(String[]::new));
    launched.add(servers[i]);
    return servers[i];
  }

  /** Begins to start one more, of which the proxy does not know. */
  PackagedServer another() throws IOException {
    return PackagedServer.launch(
        directory,
        "--port",
        "0",
        "--data-dir",
        directory.resolve("data-more").toString(),
        "--database-url",
        url,
        "--master-key-file",
        directory.resolve("shared.key").toString());
  }

  PackagedServer server(int i) {
    return servers[i];
  }

  /** Somebody whose requests go to all of them in turn. */
  Client visitor() {
    return Client.of(proxy.address(), answer -> {});
  }

  /** The same one at each of them: they have one session, if any. */
  List<Client> clientsOfAllServers(Client client) throws Exception {
    List<Client> clients = new ArrayList<>();
    for (PackagedServer server : servers) {
      Client there = server.visitor();
      if (!client.cookie("svc_session").isEmpty()) {
        there.setCookie("svc_session", client.cookie("svc_session"));
      }
      clients.add(there);
    }
    return clients;
  }

  /** The same, of somebody with an API key. */
  List<Client> clientsOfAllServers(String key) throws Exception {
    List<Client> clients = new ArrayList<>();
    for (PackagedServer server : servers) {
      clients.add(server.visitor().with("X-Api-Key", key));
    }
    return clients;
  }

  String url() {
    return url;
  }

  /** What the database says to a question with one answer. */
  long queryCount(String question) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Changes the store behind the servers' backs. */
  void change(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement first = connection.createStatement()) {
      first.executeUpdate(statement);
    }
  }

  /** What all that there ever were wrote to standard error. */
  String err() throws IOException {
    StringBuilder all = new StringBuilder();
    for (PackagedServer server : launched) {
      all.append(server.err());
    }
    return all.toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    proxy.close();
    launched.forEach(PackagedServer::close);
  }
}
