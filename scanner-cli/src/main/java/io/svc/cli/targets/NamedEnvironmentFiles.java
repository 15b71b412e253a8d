package io.svc.cli.targets;

import io.svc.cli.console.ProcessContext;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.launch.EnvironmentFileUse;
import io.svc.scanner.scan.McpScanReport;
import io.svc.scanner.scan.McpScanReport.UnexaminedFile;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Environment files that servers receive. Uses are added while configurations are scanned, in any
 * thread; the files are scanned after them. A file that cannot be examined is noted in the report
 * of each configuration that names it.
 */
public final class NamedEnvironmentFiles {
  /** Variables of clients for the directory of the project. */
  private static final List<String> PROJECT_VARIABLES =
      List.of(
          "${workspaceFolder}",
          "${workspaceRoot}",
          "${CLAUDE_PROJECT_DIR}",
          "${CLAUDE_PLUGIN_ROOT}",
          "${PWD}",
          "$PWD");

  private static final List<String> HOME_VARIABLES =
      List.of("${userHome}", "${env:HOME}", "${HOME}", "$HOME", "%USERPROFILE%", "~");

  /** A use in a report, with the path as the report shows it. */
  private record Use(Path config, Optional<String> source, String path, String shown, int line) {}

  private final ProcessContext surroundings;
  private final boolean isOnDisk;
  private final Map<String, List<Use>> uses = new ConcurrentHashMap<>();

  /**
   * Creates an empty collection.
   *
   * @param isOnDisk whether the scan reads files on the disk; otherwise, no named file is examined
   */
  public NamedEnvironmentFiles(ProcessContext surroundings, boolean isOnDisk) {
    this.surroundings = surroundings;
    this.isOnDisk = isOnDisk;
  }

  /** Adds the files that the servers of a configuration receive. */
  public void add(Scanned file) {
    List<Use> found = new ArrayList<>(0);
    for (McpServer server : file.config().entries()) {
      for (EnvironmentFileUse use : EnvironmentFileUse.of(server)) {
        found.add(
            new Use(
                file.path(),
                Optional.of(file.config().source()),
                use.path(),
                file.redactor().redact(use.path()),
                use.origin().line()));
      }
    }
    if (!found.isEmpty()) {
      uses.put(file.report().reportId(), found);
    }
  }

  /**
   * Scans the files that were not scanned yet and adds their reports.
   *
   * @param scanned requests of the configurations' scan
   * @param reports reports of the configurations; receives notes and more reports
   * @param toReport maps the outcome of a file to its report
   */
  public void scan(
      Scanner scanner,
      List<ScanRequest> scanned,
      List<McpScanReport> reports,
      Function<Scanned, McpScanReport> toReport) {
    if (uses.isEmpty()) {
      return;
    }
    Set<Path> done = new HashSet<>();
    for (ScanRequest request : scanned) {
      done.add(request.path().toAbsolutePath().normalize());
    }
    Map<Path, String> problems = new HashMap<>();
    TrackedEnvironmentFiles git = new TrackedEnvironmentFiles(surroundings);
    int configs = reports.size();
    for (int i = 0; i < configs; i++) {
      McpScanReport report = reports.get(i);
      List<UnexaminedFile> unexamined = new ArrayList<>(0);
      for (Use use : uses.getOrDefault(report.reportId(), List.of())) {
        String problem = isOnDisk ? problemOfPath(use.path()) : "not part of this scan";
        if (problem.isEmpty()) {
          Path file = locate(use);
          if (done.add(file)) {
            ScanRequest request =
                ScanRequest.environmentFile(
                    surroundings.named(file, use.config()), use.source(), git.isTracked(file));
            ScanOutcome outcome = scanner.scan(request);
            if (outcome instanceof Scanned found) {
              reports.add(toReport.apply(found));
            } else {
              problems.put(
                  file,
                  outcome instanceof UnreadableFile unreadable
                      ? unreadable.reason()
                      : "the file does not exist");
            }
          }
          problem = problems.getOrDefault(file, "");
        }
        if (!problem.isEmpty()) {
          unexamined.add(new UnexaminedFile(use.shown(), use.line(), problem));
        }
      }
      reports.set(i, report.withUnexaminedFiles(unexamined));
    }
  }

  private String problemOfPath(String path) {
    // Opening such a path on Windows connects to the host.
    if (path.startsWith("\\\\") || path.startsWith("//")) {
      return "the path is on another host";
    }
    String rest = replaced(path, "", "");
    if (rest.indexOf('$') >= 0 || rest.indexOf('%') >= 0 || rest.indexOf('{') >= 0) {
      return "the path contains a variable";
    }
    try {
      Path unused = Path.of(rest);
      return "";
    } catch (InvalidPathException e) {
      return "the path is not valid on this system";
    }
  }

  /** A relative path applies to the project, or to the directory of the configuration. */
  private Path locate(Use use) {
    List<Path> directories = ProjectPaths.directoriesOf(use.config());
    Path first = use.config();
    for (Path directory : directories) {
      String path = replaced(use.path(), directory.toString(), surroundings.home().toString());
      Path file = directory.resolve(path).toAbsolutePath().normalize();
      if (Files.exists(file)) {
        return file;
      }
      first = directory.equals(directories.get(0)) ? file : first;
    }
    return first;
  }

  private static String replaced(String path, String project, String home) {
    for (String variable : PROJECT_VARIABLES) {
      if (path.startsWith(variable)) {
        return project + path.substring(variable.length());
      }
    }
    for (String variable : HOME_VARIABLES) {
      boolean isWhole = path.length() == variable.length();
      if (path.startsWith(variable) && (isWhole || isSeparator(path.charAt(variable.length())))) {
        return home + path.substring(variable.length());
      }
    }
    return path;
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '\\';
  }
}
