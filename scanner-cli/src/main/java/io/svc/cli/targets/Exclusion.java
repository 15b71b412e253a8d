package io.svc.cli.targets;

import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Excludes files by the patterns of a settings file, which match names in the project. */
final class Exclusion {
  private final List<PathPattern> patterns = new ArrayList<>();
  private final ProjectPaths paths;

  Exclusion(List<String> patterns, Path project, Path home) {
    for (String pattern : patterns) {
      this.patterns.add(new PathPattern(pattern));
    }
    this.paths = new ProjectPaths(project, home);
  }

  /**
   * Returns the remaining files.
   *
   * @param included absolute paths that no pattern excludes
   */
  List<ScanRequest> applyTo(List<ScanRequest> requests, Set<Path> included) {
    List<ScanRequest> remaining = new ArrayList<>();
    for (ScanRequest request : requests) {
      Path file = request.path().toAbsolutePath();
      if (included.contains(file.normalize()) || !covers(paths.display(file.toString()))) {
        remaining.add(request);
      }
    }
    return remaining;
  }

  private boolean covers(String name) {
    for (PathPattern pattern : patterns) {
      if (pattern.matches(name)) {
        return true;
      }
    }
    return false;
  }
}
