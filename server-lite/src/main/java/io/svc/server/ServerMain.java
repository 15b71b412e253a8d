package io.svc.server;

import io.svc.server.ops.CommandContext;
import io.svc.server.ops.CommandFrame;
import io.svc.server.ops.ServerExitCode;
import io.svc.server.ops.StandardOutput;
import io.svc.server.ops.TerminationSignals;
import io.svc.server.ops.Verbs;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** The svc-server command: the service that a team hosts, and what its operator does with it. */
public final class ServerMain {
  private ServerMain() {}

  /** Runs a verb and ends the process with its exit code: 0 done, 1 the answer is no, 2 error. */
  public static void main(String[] arguments) {
    CommandContext surroundings =
        new CommandContext(
            System.in,
            new StandardOutput(),
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
            System.getenv(),
            Path.of("").toAbsolutePath(),
            Clock.systemUTC(),
            TerminationSignals::handle,
            Server::of);
    int exitCode = new CommandFrame(surroundings, Verbs.all()).run(arguments);
    if (exitCode == ServerExitCode.NO.number()) {
      // The JVM itself exits with 1 when it cannot start: the launcher may request another number.
      exitCode = Integer.getInteger("svc.exit.one", exitCode);
    }
    // Libraries leave threads behind that would keep the process.
    System.exit(exitCode);
  }
}
