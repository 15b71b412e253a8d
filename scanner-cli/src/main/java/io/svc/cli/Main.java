package io.svc.cli;

import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.scanner.client.UserDirectories;
import io.svc.scanner.scan.Scanner;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** The svc-preflight command: scans the configuration of MCP clients, offline. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the process with its exit code: 0 clean, 1 findings, 2 error. */
  public static void main(String[] arguments) {
    // picocli looks for the parse methods of two dozen types that no option of ours has.
    System.setProperty("picocli.converters.excludes", ".*");
    String terminals = System.getProperty("svc.tty", "");
    UserDirectories user = UserDirectories.ofThisProcess();
    ProcessContext surroundings =
        new ProcessContext(
            System.in,
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            // The launcher asks the shell; the JVM itself cannot see one stream without the other.
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
    if (arguments.length > 0 && !arguments[arguments.length - 1].equals("--help")) {
      warmUpInBackground();
    }
    int exitCode = run(arguments, surroundings);
    if (exitCode == ExitCode.FINDINGS.number()) {
      // The JVM itself exits with 1 when it cannot start: the launcher may request another number.
      exitCode = Integer.getInteger("svc.exit.one", exitCode);
    }
    // Runtime.halt skips shutdown hooks, of which there are none; streams are flushed already.
    Runtime.getRuntime().halt(exitCode);
  }

  /** Uses the second processor while the first reads the options; a failure shows up there. */
  private static void warmUpInBackground() {
    Thread thread =
        new Thread("warm-up") {
          @Override
          public void run() {
            try {
              Scanner.warmUp();
            } catch (RuntimeException | LinkageError e) {
              // The command itself meets the same failure, and tells it.
            }
          }
        };
    thread.setDaemon(true);
    thread.start();
  }

  /** Runs the command within given surroundings. */
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
      // Neither message nor trace: either may quote a file, and nobody outside can read them.
      console.error(
          "internal error; please report it and describe the file's structure, but don't"
              + " include its content");
      traceForDevelopers(e, surroundings.err());
      return ExitCode.ERROR.number();
    }
  }

  /** Only when asked for, by a property that no ordinary run sets. */
  private static void traceForDevelopers(Throwable failure, OutputStream err) {
    if (Boolean.getBoolean("svc.trace")) {
      StringBuilder trace = new StringBuilder(failure.getClass().getName()).append('\n');
      for (StackTraceElement frame : failure.getStackTrace()) {
        trace.append("  at ").append(frame).append('\n');
      }
      try {
        err.write(trace.toString().getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // There is nobody left to tell.
      }
    }
  }
}
