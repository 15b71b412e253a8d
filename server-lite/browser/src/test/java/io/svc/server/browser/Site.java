package io.svc.server.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged server over a directory of its own, as a process, and its interface. */
final class Site implements AutoCloseable {
  /** Of everybody in these tests. */
  static final String PASSWORD = "a quiet harbour at dusk";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LISTENING = "listening on ";
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final URI base;

  private Site(Process process, URI base) {
    this.process = process;
    this.base = base;
  }

  /** A server with nothing in it. */
  static Site empty(Path directory) {
    return start(directory);
  }

  /** A server with the demo workspace in it, whose people have {@link #PASSWORD}. */
  static Site demo(Path directory) {
    try {
      copy(Seeded.DIRECTORY, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return start(directory);
  }

  /**
   * The demo workspace, made once for all tests of a process: it takes longer than most of them.
   */
  private static final class Seeded {
    private static final Path DIRECTORY = seed();

    private static Path seed() {
      try {
        Path directory = Files.createTempDirectory("demo");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory)));
        Path password = Files.writeString(directory.resolve("password"), PASSWORD);
        List<String> arguments =
            List.of(
                "demo",
                "seed",
                "--password-file",
                password.toString(),
                "--data-dir",
                data(directory));
        Process seeding = launch(directory, "seed.log", arguments);
        if (!seeding.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || seeding.exitValue() != 0) {
          seeding.destroyForcibly();
          throw new IllegalStateException(
              "demo seed failed:\n" + Files.readString(directory.resolve("seed.log")));
        }
        return directory;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private static void remove(Path directory) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (!Files.isDirectory(copy)) {
          Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  private static String data(Path directory) {
    return directory.resolve("data").toString();
  }

  private static Process launch(Path directory, String log, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m"));
    Path archive = Path.of(System.getProperty("packaged.server")).resolveSibling("tests.jsa");
    if (Files.exists(archive)) {
      command.add("-XX:SharedArchiveFile=" + archive);
    }
    command.addAll(List.of("-jar", System.getProperty("packaged.server")));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.redirectErrorStream(true).redirectOutput(directory.resolve(log).toFile());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Site start(Path directory) {
    List<String> arguments =
        List.of(
            "serve", "--data-dir", data(directory), "--port", "0", "--ratelimit-profile", "off");
    Process process = launch(directory, "server.log", arguments);
    Path log = directory.resolve("server.log");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    try {
      while (process.isAlive() && System.nanoTime() < end) {
        try (BufferedReader lines = Files.newBufferedReader(log)) {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(LISTENING)) {
              // Its name, because a browser sends what it knows of an address to no other.
              URI told = URI.create(line.substring(LISTENING.length()));
              return new Site(process, URI.create("http://localhost:" + told.getPort()));
            }
          }
        }
        Thread.sleep(100);
      }
      process.destroyForcibly();
      throw new IllegalStateException("the server did not start:\n" + Files.readString(log));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  URI base() {
    return base;
  }

  /** Somebody who uses the interface, and keeps cookies. */
  Person newUser() {
    return new Person(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .build(),
        Map.of());
  }

  /** A new workspace, and who made it. */
  Person workspace(String name) {
    Person person = newUser();
    String user = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
    person.post(
        "/api/auth/register",
        Map.of(
            "username", user,
            "email", user + "@example.com",
            "password", PASSWORD,
            "name", "Anna Lindqvist",
            "workspaceName", name));
    person.post("/api/auth/setup", Map.of("organizationName", name));
    return person;
  }

  /** Calls the interface as a program would. */
  final class Person {
    private final HttpClient http;
    private final Map<String, String> headers;

    private Person(HttpClient http, Map<String, String> headers) {
      this.http = http;
      this.headers = headers;
    }

    /** The same, with a key that has a scope. */
    Person withKey(String scope) {
      JsonNode created =
          post("/api/admin/api-keys", Map.of("name", "key for " + scope, "scopes", List.of(scope)));
      return new Person(
          HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
          Map.of("X-Api-Key", created.path("key").asText()));
    }

    JsonNode get(String path) {
      return send("GET", path, HttpRequest.BodyPublishers.noBody());
    }

    JsonNode post(String path, Object body) {
      return send("POST", path, body(body));
    }

    JsonNode put(String path, Object body) {
      return send("PUT", path, body(body));
    }

    private static HttpRequest.BodyPublisher body(Object body) {
      try {
        return HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private JsonNode send(String method, String path, HttpRequest.BodyPublisher body) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(base.resolve(path))
              .method(method, body)
              .header("Content-Type", "application/json");
      headers.forEach(request::header);
      try {
        HttpResponse<byte[]> answer =
            http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        JsonNode json = JSON.readTree(answer.body());
        if (answer.statusCode() >= 400) {
          throw new IllegalStateException(method + " " + path + ": " + json);
        }
        return json;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
