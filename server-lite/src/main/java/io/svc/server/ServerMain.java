package io.svc.server;

import io.svc.server.commands.CommandContext;
import io.svc.server.commands.CommandRunner;
import io.svc.server.commands.ServerCommands;
import io.svc.server.commands.ServerExitCode;
import io.svc.server.commands.StandardOutput;
import io.svc.server.commands.TerminationSignals;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** The svc-server command: the service that a team hosts, and its operator commands. */
public final class ServerMain {
  private ServerMain() {}

  /** Runs a command and ends the process with its exit code: 0 success, 1 check failed, 2 error. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1 && arguments[0].equals(StartTraining.OPTION)) {
      System.exit(StartTraining.run());
    }
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
    int exitCode = new CommandRunner(surroundings, ServerCommands.all()).run(arguments);
    if (exitCode == ServerExitCode.NO.number()) {
      // The JVM itself exits with 1 when it cannot start, so the launcher may request another code.
      exitCode = Integer.getInteger("svc.exit.one", exitCode);
    }
    // Threads of libraries would prevent the process from ending.
    System.exit(exitCode);
  }
}
