package io.svc.report;

import java.nio.file.Path;

/** Files of the project that are not on the class path. */
final class ProjectFiles {
  private ProjectFiles() {}

  /** A file, its path given from the root of the repository. */
  static Path of(String path) {
    // Set by the build; the fallback serves an IDE, which starts tests in the module's directory.
    return Path.of(System.getProperty("project.root", "..")).resolve(path);
  }
}
