package io.svc.cli.scan;

import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code scan --watch}: scans again after each change of its inputs. The lines before and after
 * each scan are fixed, so that an editor can detect where a list of problems begins and ends.
 *
 * <p>The modification time and size of files are polled. Watching by the operating system is not
 * reliable here: editors replace files by renaming others, and clients store files on many kinds of
 * file systems. The number of files is small.
 */
final class ScanWatcher {
  static final String BEGIN = "watch: scanning";
  static final String END = "watch: waiting for changes";

  private static final Duration TICK = Duration.ofMillis(400);

  /** Searching a large tree takes a second, so new files are searched less often than changes. */
  private static final int TICKS_BETWEEN_SEARCHES = 10;

  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J\u001b[3J";

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;

  ScanWatcher(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  /**
   * Runs until the thread is interrupted, which is a normal exit.
   *
   * @throws UserErrorException if there is nothing to watch at the start
   */
  ExitCode run() {
    // Taken before each scan: a change during the scan triggers another one.
    Map<Path, String> seen = stamps(command().inputs());
    scan();
    try {
      while (true) {
        waitForChange(seen);
        seen = stamps(inputs());
        scanAgain();
      }
    } catch (InterruptedException e) {
      return ExitCode.CLEAN;
    }
  }

  private void scan() {
    if (surroundings.isOutTerminal() && surroundings.isInteractive()) {
      console.print(CLEAR_SCREEN);
    }
    console.printMessage(BEGIN);
    command().scan();
    console.printMessage(END);
  }

  private void scanAgain() {
    try {
      scan();
    } catch (UserErrorException e) {
      // A file that is being written may be complete at the next attempt.
      console.error(e.getMessage());
      console.printMessage(END);
    }
  }

  private void waitForChange(Map<Path, String> seen) throws InterruptedException {
    for (int tick = 1; ; tick++) {
      Thread.sleep(TICK.toMillis());
      boolean searches = tick % TICKS_BETWEEN_SEARCHES == 0;
      if (!stamps(searches ? inputs() : seen.keySet()).equals(seen)) {
        return;
      }
    }
  }

  /** Returns the inputs of a scan; empty if the scan would fail. */
  private List<Path> inputs() {
    try {
      return command().inputs();
    } catch (UserErrorException e) {
      return List.of();
    }
  }

  private ScanCommand command() {
    return new ScanCommand(surroundings, console, options.reread(surroundings));
  }

  private static Map<Path, String> stamps(Iterable<Path> files) {
    Map<Path, String> stamps = new HashMap<>();
    for (Path file : files) {
      stamps.put(file, stamp(file));
    }
    return stamps;
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
    } catch (IOException e) {
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "not readable" : "deleted";
    }
  }
}
