package io.svc.cli.fix;

import io.svc.cli.console.ProcessContext;
import io.svc.scanner.fix.FixOptions;
import io.svc.scanner.fix.FixPlan;
import io.svc.scanner.fix.Fixer;
import io.svc.scanner.fix.VariableNames;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans the fixes of one file after another. The files share variable names. */
final class FixPlanner {
  private final ProcessContext surroundings;
  private final Scanner scanner;
  private final VariableNames names;
  private final LocalPinSource pins;
  private final Set<String> types;
  private final Optional<String> secretsObstacle;
  private boolean usesInputs;

  FixPlanner(
      ProcessContext surroundings,
      Scanner scanner,
      VariableNames names,
      LocalPinSource pins,
      Set<String> types,
      Optional<String> secretsObstacle) {
    this.surroundings = surroundings;
    this.scanner = scanner;
    this.names = names;
    this.pins = pins;
    this.types = types;
    this.secretsObstacle = secretsObstacle;
  }

  FixPlanner withInputs(boolean other) {
    usesInputs = other;
    return this;
  }

  Optional<FixPlan> plan(FixTarget target) {
    FixOptions options =
        new FixOptions(
            types,
            usesInputs,
            secretsObstacle,
            pins.withLockFilesIn(directoriesOf(target.path())),
            target.accepted());
    return new Fixer(scanner::subject, names, options)
        .plan(target.config(), target.bytes(), target.isClientKnown());
  }

  /**
   * Returns the directories that are searched for lock files: the file's own and the project's
   * root.
   */
  private List<Path> directoriesOf(Path file) {
    Set<Path> directories = new LinkedHashSet<>();
    Path absolute = file.toAbsolutePath().normalize();
    directories.add(absolute.getParent());
    directories.add(surroundings.pathsOf(surroundings.directory()).rootOf(absolute));
    return new ArrayList<>(directories);
  }
}
