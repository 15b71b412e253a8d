package io.svc.server.commands;

import io.svc.server.ListeningServer;
import io.svc.server.config.ServerConfig;
import io.svc.server.data.DataDirectory;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The parts of the process that a command uses, which tests replace.
 *
 * @param directory the base of relative paths
 * @param endings receives the action to run, in a separate thread, when the process is terminated
 * @param server creates the server without starting it
 */
public record CommandContext(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory,
    Clock clock,
    Consumer<Runnable> endings,
    BiFunction<ServerConfig, DataDirectory, ListeningServer> server) {
  public CommandContext {
    environment = Map.copyOf(environment);
  }
}
