package io.svc.server.commands;

import io.svc.server.ListeningServer;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Runs of the command within a directory, without a process. */
final class CommandRun {
  /** What a run said, and how it ended. */
  record Result(int exitCode, String out, String err) {}

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final StringBuilder calls = new StringBuilder();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Runnable> ending = new CompletableFuture<>();
  private BiFunction<ServerConfig, DataDirectory, ListeningServer> server =
      (config, data) -> new FakeListener(config, data, calls);
  private List<Supplier<ServerCommand>> verbs = ServerCommands.all();

  CommandRun(Path directory) {
    this.directory = directory;
  }

  CommandRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  CommandRun with(BiFunction<ServerConfig, DataDirectory, ListeningServer> other) {
    this.server = other;
    return this;
  }

  CommandRun with(List<Supplier<ServerCommand>> others) {
    this.verbs = others;
    return this;
  }

  Result run(String... arguments) {
    return runInto(new StandardOutput(out), arguments);
  }

  /** Runs with a standard output of the caller's. */
  Result runInto(StandardOutput standardOutput, String... arguments) {
    CommandContext surroundings =
        new CommandContext(
            InputStream.nullInputStream(),
            standardOutput,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            directory,
            Clock.systemUTC(),
            ending::complete,
            server);
    int exitCode = new CommandRunner(surroundings, verbs).run(arguments);
    return new Result(exitCode, out(), err.toString(StandardCharsets.UTF_8));
  }

  /** What was printed so far. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What was done with the server. */
  String calls() {
    return calls.toString();
  }

  /** Does what a signal does, as soon as the run listens for one; returns when it is over. */
  void end() {
    ending.join().run();
  }
}
