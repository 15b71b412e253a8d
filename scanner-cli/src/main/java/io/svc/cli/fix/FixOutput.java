package io.svc.cli.fix;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.cli.git.GitIgnoreMatcher;
import io.svc.cli.scan.ProjectReader;
import io.svc.scanner.fix.Fix;
import io.svc.scanner.scan.Scanner;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Prints fixes: diffs and applied fixes on standard output, everything else on standard error. */
final class FixOutput {
  private final ProcessContext surroundings;
  private final Console console;
  private final Scanner scanner;
  private final ProjectReader project;
  private final Optional<EnvFile> envFile;

  FixOutput(
      ProcessContext surroundings,
      Console console,
      Scanner scanner,
      ProjectReader project,
      Optional<EnvFile> envFile) {
    this.surroundings = surroundings;
    this.console = console;
    this.scanner = scanner;
    this.project = project;
    this.envFile = envFile;
  }

  /** Prints the diffs of all files that would change. */
  void showDiffs(List<PlannedFix> planned) {
    for (PlannedFix fix : planned) {
      if (fix.plan().changesFile()) {
        console.print(
            FixDiff.of(
                nameOf(fix), fix.plan().before(), fix.plan().after(), surroundings.usesColor()));
      }
    }
    printPending(planned);
  }

  /** Prints a line for each fix instead of a diff. */
  void list(List<PlannedFix> planned) {
    list("would fix", planned);
    printPending(planned);
  }

  /** Prints a line for each applied fix. */
  void printApplied(List<PlannedFix> planned) {
    list("fixed", planned);
  }

  private void list(String verb, List<PlannedFix> planned) {
    for (PlannedFix fix : planned) {
      for (Fix change : fix.plan().fixes()) {
        console.print(TerminalSanitizer.line(verb + ": " + line(fix, change)) + "\n");
      }
    }
  }

  private void printPending(List<PlannedFix> planned) {
    int fixes = 0;
    int files = 0;
    Set<String> variables = new TreeSet<>();
    for (PlannedFix fix : planned) {
      fixes += fix.plan().fixes().size();
      files += fix.plan().changesFile() ? 1 : 0;
      variables.addAll(fix.plan().secrets().keySet());
    }
    if (fixes == 0) {
      return;
    }
    console.printMessage(
        Console.count(fixes, "finding")
            + " can be fixed in "
            + Console.count(files, "file")
            + "; use --write to apply the fixes");
    if (!variables.isEmpty()) {
      console.printMessage(
          (envFile.isPresent()
                  ? "will be stored in " + envFile.get().path()
                  : "will be stored in the --env-file file")
              + ": "
              + String.join(", ", variables));
    }
    boolean isOffered =
        envFile.isPresent()
            && GitIgnoreMatcher.couldBeCommitted(envFile.get().path(), surroundings.home());
    if (isOffered && !variables.isEmpty()) {
      console.printMessage("warning: Git does not ignore " + envFile.get().path());
    }
  }

  /** Prints the remaining problems with the reasons. */
  void printUnfixed(List<PlannedFix> planned) {
    for (PlannedFix fix : planned) {
      for (Fix change : fix.plan().unfixed()) {
        console.printMessage("not fixed: " + line(fix, change));
      }
    }
  }

  private String line(PlannedFix fix, Fix change) {
    return nameOf(fix)
        + ":"
        + change.line()
        + ": "
        + change.findingType()
        + (change.server().isEmpty() ? "" : " of " + change.server())
        + ": "
        + change.words();
  }

  private String nameOf(PlannedFix fix) {
    return scanner.redact(project.displayName(fix.target().path().toString()));
  }
}
