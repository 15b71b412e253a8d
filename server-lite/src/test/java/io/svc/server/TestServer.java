package io.svc.server;

import io.svc.server.accounts.Passwords;
import io.svc.server.auth.Administrators;
import io.svc.server.config.InvalidConfigException;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.data.DataDirectory;
import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import io.svc.server.testing.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A real server on a free port over a directory of a test, with people and programs to call it. */
public final class TestServer implements AutoCloseable {
  /** A password that is good enough. */
  public static final String PASSWORD = "plenty of horses 7";

  /** How long the end of a server waits for clients that say nothing. */
  public static final Duration LAST_WORD = Duration.ofMillis(10);

  private static final JobTiming PACE = new JobTiming(LAST_WORD, Duration.ofMillis(200));

  /** As good as those of a real server, but for the time that a guess takes. */
  private static final Passwords PASSWORDS = Passwords.ofMemory(64);

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final Map<Map<String, String>, TestServer> SHARED = new HashMap<>();

  private final DataDirectory data;
  private final Server server;
  private final boolean isShared;
  private final List<Answer> answers = new ArrayList<>();

  private TestServer(DataDirectory data, Server server, boolean isShared) {
    this.data = data;
    this.server = server;
    this.isShared = isShared;
  }

  /**
   * The server that the tests of this JVM share. Each test makes a tenant of its own. The server
   * stops with the JVM.
   */
  public static TestServer shared() {
    return shared(Map.of());
  }

  /** The same with settings from an environment; there is one server for each environment. */
  public static synchronized TestServer shared(Map<String, String> environment) {
    TestServer owner = SHARED.computeIfAbsent(Map.copyOf(environment), TestServer::startShared);
    return new TestServer(owner.data, owner.server, true);
  }

  private static TestServer startShared(Map<String, String> environment) {
    try {
      Path directory = Files.createTempDirectory("svc-shared");
      TestServer server = start(directory, environment, Clock.systemUTC());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopShared(server, directory)));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stopShared(TestServer server, Path directory) {
    server.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("cannot delete " + directory + ": " + e.getMessage());
    }
  }

  /** Starts one without rate limits. */
  public static TestServer start(Path directory) {
    return start(directory, Map.of(), Clock.systemUTC());
  }

  /** Starts one with settings from an environment, such as {@code SVC_REGISTRATION}. */
  public static TestServer start(Path directory, Map<String, String> environment, Clock clock) {
    return start(directory, environment, clock, PASSWORDS);
  }

  /** Starts one with passwords of a test's choice, such as those of a real server. */
  public static TestServer start(
      Path directory, Map<String, String> environment, Clock clock, Passwords passwords) {
    Map<String, String> settings = new HashMap<>();
    settings.put("SVC_PORT", "0");
    settings.put("SVC_DATA_DIR", directory.resolve("data").toString());
    settings.put("SVC_RATELIMIT_PROFILE", "off");
    settings.putAll(environment);
    try {
      var config =
          new ServerConfigReader(settings, directory).read(Map.of(), new ArrayList<>()).config();
      DataDirectory data = DataDirectory.open(config.dataDirectory());
      data.lock();
      boolean isNew = config.database().url().isEmpty() && data.content().isEmpty();
      if (isNew && config.masterKeyFile().isEmpty()) {
        data.masterKey();
      }
      if (isNew) {
        data.restrictToOwner(data.database());
        Stores.fill(data.database());
      }
      Server server = Server.of(config, data, clock, passwords, PACE);
      server.start();
      return new TestServer(data, server, false);
    } catch (InvalidConfigException e) {
      throw new IllegalArgumentException(e.problems().toString(), e);
    }
  }

  /** The directory of the store. */
  public Path directory() {
    return data.path();
  }

  public URI address() {
    return server.address();
  }

  public List<Api.Route> routes() {
    return server.routes();
  }

  public Database database() {
    return server.database();
  }

  /** What the operator of the machine does. */
  public Administrators administrators() {
    return server.administrators();
  }

  /** Everything that was answered so far. */
  public List<Answer> answers() {
    return List.copyOf(answers);
  }

  /** Somebody who is not signed in. */
  public Client visitor() {
    return Client.of(server.address(), answers::add);
  }

  /** The administrator of a new workspace. */
  public Client admin() {
    Client client = visitor();
    String name = "admin" + NUMBER.incrementAndGet();
    Answer answer =
        client.post(
            "/api/auth/register",
            Map.of(
                "username",
                name,
                "email",
                name + "@example.com",
                "password",
                PASSWORD,
                "workspaceName",
                "Workspace of " + name));
    if (answer.status() != 200) {
      throw new AssertionError(answer.toString());
    }
    return client;
  }

  /** Stops the server, unless tests share it. */
  @Override
  public void close() {
    if (!isShared) {
      server.close();
      data.close();
    }
  }
}
