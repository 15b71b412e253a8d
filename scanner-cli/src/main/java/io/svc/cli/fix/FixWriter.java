package io.svc.cli.fix;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.git.GitIgnoreMatcher;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes planned fixes. Secrets are synced to the disk in their new place before they are removed
 * from the old one. An interruption in between leaves them in both places.
 */
final class FixWriter {
  private final ProcessContext surroundings;
  private final Console console;
  private final Scanner scanner;
  private final Optional<EnvFile> envFile;
  private final boolean createsBackups;

  FixWriter(
      ProcessContext surroundings,
      Console console,
      Scanner scanner,
      Optional<EnvFile> envFile,
      boolean createsBackups) {
    this.surroundings = surroundings;
    this.console = console;
    this.scanner = scanner;
    this.envFile = envFile;
    this.createsBackups = createsBackups;
  }

  void write(List<PlannedFix> planned) {
    Map<String, String> secrets = new TreeMap<>();
    for (PlannedFix fix : planned) {
      secrets.putAll(fix.plan().secrets());
    }
    if (!secrets.isEmpty()) {
      storeSecrets(envFile.orElseThrow(), secrets, planned);
    }
    for (PlannedFix fix : planned) {
      if (fix.plan().changesFile()) {
        write(fix);
      }
    }
    if (!secrets.isEmpty()) {
      console.printMessage(
          "reminder: the moved secrets were stored in plain text and remain in backups and in the"
              + " file's history; revoke and replace them");
    }
  }

  private void storeSecrets(EnvFile file, Map<String, String> secrets, List<PlannedFix> planned) {
    for (PlannedFix fix : planned) {
      if (isSame(fix.target().path(), file.path())) {
        throw new UserErrorException("--env-file is a configuration file: " + file.path());
      }
    }
    if (file.isReadByOthers()) {
      console.printMessage(
          "warning: other users could read "
              + file.path()
              + "; the file is now readable"
              + " only by you");
    }
    file.add(secrets);
    console.printMessage(
        Console.count(secrets.size(), "secret")
            + " stored in "
            + file.path()
            + "; load it before the client starts: set -a; . "
            + forShell(file.path())
            + "; set +a");
    warnOfGit(file.path(), "it contains secrets");
  }

  /** A shell searches the PATH for a name without a slash. */
  private static String forShell(Path path) {
    String text = path.getNameCount() == 1 && !path.isAbsolute() ? "./" + path : path.toString();
    return text.matches("[A-Za-z0-9_./:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean isSame(Path one, Path other) {
    return FixTarget.realOf(one).equals(FixTarget.realOf(other));
  }

  private void write(PlannedFix fix) {
    Path path = fix.target().path();
    if (createsBackups) {
      boolean isSecret = fix.plan().holdsSecrets();
      Path backup =
          PrivateFileWriter.backUp(
              path, fix.target().bytes(), isSecret, surroundings.clock().instant());
      String shown = scanner.redact(backup.toString());
      console.printMessage(
          "backup: "
              + shown
              + (isSecret ? " (readable only by you, because it contains secrets)" : ""));
      if (isSecret) {
        warnOfGit(backup, "it contains secrets");
      }
    }
    PrivateFileWriter.replace(path, fix.target().bytes(), fix.plan().bytes());
  }

  private void warnOfGit(Path file, String reason) {
    if (GitIgnoreMatcher.couldBeCommitted(file, surroundings.home())) {
      console.printMessage(
          "warning: Git does not ignore "
              + scanner.redact(file.toString())
              + ", and "
              + reason
              + "; add it to .gitignore or delete it");
    }
  }
}
