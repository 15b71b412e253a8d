package io.svc.cli.hook;

import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.client.SkillScripts;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Git's patterns of the paths that {@code scan --staged} may examine. They match more than the scan
 * reads, because they do not depend on other files; only scripts depend on the text of a skill.
 */
final class StagedFileGlobs {
  private StagedFileGlobs() {}

  /**
   * Returns patterns of paths below a directory, with {@code *} for characters of a name and {@code
   * **} for any directories.
   *
   * @param directory the root of the work tree, or an empty path if it is unknown
   */
  static SortedSet<String> below(Path directory) {
    SortedSet<String> globs = new TreeSet<>(McpClients.globsBelow(directory));
    for (String pattern : InstructionFiles.projectPatterns()) {
      globs.add("**/" + pattern);
    }
    for (String name : EnvironmentFileNames.globs()) {
      globs.add("**/" + name);
    }
    return globs;
  }

  /** Returns patterns of the scripts that belong to a skill if there is one near them. */
  static SortedSet<String> scripts() {
    SortedSet<String> globs = new TreeSet<>();
    for (String ending : SkillScripts.endings()) {
      globs.add("**/*" + ending);
    }
    return globs;
  }
}
