package io.svc.cli;

import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.scanner.client.UserDirectories;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** Entry point of the svc-preflight command, an offline scanner of MCP client configuration. */
public final class Main {
  private Main() {}

  /** Runs the command and exits: 0 means no findings, 1 findings, 2 an error. */
  public static void main(String[] arguments) {
    // picocli looks up the parse methods of two dozen types that none of our options use.
    System.setProperty("picocli.converters.excludes", ".*");
    String terminals = System.getProperty("svc.tty", "");
    UserDirectories user = UserDirectories.ofThisProcess();
    ProcessContext surroundings =
        new ProcessContext(
            System.in,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            // The launcher checks in the shell; the JVM cannot check one stream without the other.
            terminals.contains("out"),
            terminals.contains("err"),
            Path.of(""),
            user.home(),
            user.name(),
            user.system(),
            user.environment(),
            Clock.systemUTC());
    if (arguments.length == 1 && arguments[0].equals(ArchiveTraining.OPTION)) {
      ArchiveTraining.run(surroundings);
      return;
    }
    int exitCode = run(arguments, surroundings);
    if (exitCode == ExitCode.FINDINGS.number()) {
      // The JVM exits with 1 when it cannot start; the launcher can set another code for findings.
      exitCode = Integer.getInteger("svc.exit.one", exitCode);
    }
    // Runtime.halt skips shutdown hooks. There are none, and the streams are already flushed.
    Runtime.getRuntime().halt(exitCode);
  }

  /** Runs the command in the given process context. */
  static int run(String[] arguments, ProcessContext surroundings) {
    Console console = new Console(surroundings, arguments);
    try {
      return new CommandTree(surroundings, console).run(arguments).number();
    } catch (UserErrorException e) {
      console.error(e.getMessage());
      return ExitCode.ERROR.number();
    } catch (OutOfMemoryError e) {
      console.error("not enough memory to scan this file; increase the Java heap size");
      return ExitCode.ERROR.number();
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Prints neither message nor stack trace: both may quote a file, and users cannot interpret
      // them.
      console.error(
          "internal error; please report it and describe the file's structure, but don't"
              + " include its content");
      traceForDevelopers(e, surroundings.err());
      return ExitCode.ERROR.number();
    }
  }

  /** Enabled only by a system property that is not set in normal runs. */
  private static void traceForDevelopers(Throwable failure, OutputStream err) {
    if (Boolean.getBoolean("svc.trace")) {
      StringBuilder trace = new StringBuilder(failure.getClass().getName()).append('\n');
      for (StackTraceElement frame : failure.getStackTrace()) {
        trace.append("  at ").append(frame).append('\n');
      }
      try {
        err.write(trace.toString().getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // Standard error is closed; the failure cannot be reported.
      }
    }
  }
}
