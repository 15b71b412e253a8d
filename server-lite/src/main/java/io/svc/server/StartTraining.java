package io.svc.server;

import io.svc.server.commands.CommandContext;
import io.svc.server.commands.CommandRunner;
import io.svc.server.commands.ServerCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The training run for the class data sharing archive that the launcher stores: the JVM records the
 * classes that a server loads. It starts a server twice, with a new store and with an existing one,
 * in a temporary directory and on a free local port, and sends the requests of a first visitor.
 */
final class StartTraining {
  /** Hidden: only the launcher passes it. */
  static final String OPTION = "--cds-train";

  private static final String GREETING = "listening on ";
  private static final long TIMEOUT_SECONDS = 120;
  private static final int TIMEOUT_MILLIS = 30_000;

  private static final String REGISTRATION =
      """
      {"username": "dana", "email": "dana@example.com", "password": "plenty of horses 7",
       "workspaceName": "Training"}
      """;

  private static final List<String> PAGES =
      List.of("/login", "/healthz", "/readyz", "/metrics", "/openapi.json", "/api/missing");

  private final Path directory;
  private final BlockingQueue<Runnable> endings = new LinkedBlockingQueue<>();

  private StartTraining(Path directory) {
    this.directory = directory;
  }

  /** Runs the training; returns the exit code of the process: 0, or 2 when it failed. */
  static int run() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("svc-server-training");
    try {
      StartTraining training = new StartTraining(directory);
      return training.serve(REGISTRATION) && training.serve("") ? 0 : 2;
    } finally {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private boolean serve(String registration) throws InterruptedException {
    BlockingQueue<String> greetings = new LinkedBlockingQueue<>();
    CommandContext context =
        new CommandContext(
            InputStream.nullInputStream(),
            new PrintStream(new LineStream(greetings), true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            Map.of(),
            directory,
            Clock.systemUTC(),
            endings::add,
            Server::of);
    Thread server =
        new Thread(
            () -> new CommandRunner(context, ServerCommands.all()).run("serve", "--port", "0"),
            "training");
    server.start();
    String line = greetings.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    boolean isComplete =
        line != null && visit(URI.create(line.substring(GREETING.length())), registration);
    Runnable ending = endings.poll();
    if (ending != null) {
      ending.run();
    }
    server.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
    return isComplete;
  }

  private static boolean visit(URI address, String registration) {
    try {
      for (String page : PAGES) {
        request(address.resolve(page).toURL(), "");
      }
      return registration.isEmpty()
          || request(address.resolve("/api/auth/register").toURL(), registration) == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends a GET, or a POST of JSON; returns the status. */
  private static int request(URL url, String body) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty("Accept-Encoding", "gzip");
    if (!body.isEmpty()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/json");
      connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
    int status = connection.getResponseCode();
    if (status < 400) {
      connection.getInputStream().readAllBytes();
    }
    connection.disconnect();
    return status;
  }

  /** Passes on each line that was flushed. */
  private static final class LineStream extends ByteArrayOutputStream {
    private final BlockingQueue<String> lines;

    LineStream(BlockingQueue<String> lines) {
      this.lines = lines;
    }

    @Override
    public synchronized void flush() {
      String text = toString(StandardCharsets.UTF_8);
      if (text.endsWith("\n")) {
        lines.add(text.strip());
        reset();
      }
    }
  }
}
