package io.svc.server.ops;

import io.svc.server.Listener;
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
 * All that a run touches of its process, so that a test needs none.
 *
 * @param directory where relative paths begin
 * @param endings takes what is to run, in a thread of its own, when the process is told to end
 * @param server makes the server; constructing it does not start it
 */
public record CommandContext(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory,
    Clock clock,
    Consumer<Runnable> endings,
    BiFunction<ServerConfig, DataDirectory, Listener> server) {
  public CommandContext {
    environment = Map.copyOf(environment);
  }
}
