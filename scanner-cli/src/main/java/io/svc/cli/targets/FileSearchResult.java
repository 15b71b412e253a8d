package io.svc.cli.targets;

import io.svc.scanner.client.ConfigDiscovery;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.client.SkillScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result of a search below a directory: files of clients, and directories that could not be
 * listed.
 */
final class FileSearchResult {
  private final Set<Path> configs = new TreeSet<>();
  private final Set<Path> ignored = new TreeSet<>();
  private final List<Path> unreadable = new ArrayList<>();
  private final List<Path> scripts = new ArrayList<>();
  private final boolean includesInstructions;

  /**
   * Creates an empty result.
   *
   * @param includesInstructions whether to find instruction files
   */
  FileSearchResult(boolean includesInstructions) {
    this.includesInstructions = includesInstructions;
  }

  /** Returns whether a path needs a closer check. This rejects most paths of a tree at low cost. */
  static boolean needsCheck(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    String folder = slash < 0 ? "" : path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
    return McpClients.mayBeConfig(folder, name)
        || McpClients.isProjectFolder(name)
        || InstructionFiles.mayBe(path);
  }

  /**
   * Returns the client that reads a file, by its path; empty for other files.
   *
   * @param includesInstructions whether to recognize instruction files
   */
  static Optional<String> labelOf(Path file, boolean includesInstructions) {
    Path full = file.toAbsolutePath().normalize();
    Optional<String> client = McpClients.ofPath(full).map(McpClient::label);
    return client.isPresent() || !includesInstructions ? client : InstructionFiles.labelOf(full);
  }

  /**
   * Returns whether a search includes a file. A file with a name that other programs use too is
   * opened.
   *
   * @param includesInstructions whether to include instruction files
   */
  static boolean isIncluded(Path file, boolean includesInstructions) {
    return McpClients.isConfig(file)
        || (includesInstructions
            && InstructionFiles.labelOf(file.toAbsolutePath().normalize()).isPresent());
  }

  /** Checks a file or a link. */
  void visit(Path file) {
    String name = file.getFileName().toString();
    if (SkillScripts.isScript(name)) {
      scripts.add(file);
    } else if (isIncluded(file, includesInstructions) && Files.isRegularFile(file)) {
      configs.add(file);
    } else if (McpClients.isProjectFolder(name) && Files.isDirectory(file)) {
      // A link to a folder. Its other contents are not searched: they may be unrelated or form a
      // cycle.
      configs.addAll(ConfigDiscovery.filesInProjectFolder(file));
    }
  }

  /** Records a file, or a directory of a client, that an ignore rule excludes. */
  void ignore(Path path) {
    String name = path.getFileName().toString();
    if (McpClients.isProjectFolder(name) && Files.isDirectory(path)) {
      ignored.addAll(ConfigDiscovery.filesInProjectFolder(path));
    } else if (isIncluded(path, includesInstructions) && Files.isRegularFile(path)) {
      ignored.add(path);
    }
  }

  /** Returns the files of clients that are not searched because of an ignore rule, sorted. */
  Set<Path> ignored() {
    return Collections.unmodifiableSet(ignored);
  }

  /** Records a directory that could not be listed. */
  void addUnlistable(Path directory) {
    unreadable.add(directory);
  }

  /** Returns the files, sorted, with the scripts of the skills among them. */
  Set<Path> configs() {
    Set<Path> all = new TreeSet<>(configs);
    if (includesInstructions) {
      for (Path script : scripts) {
        if (!Collections.disjoint(configs, SkillScripts.skillsOf(script))) {
          all.add(script);
        }
      }
    }
    return all;
  }

  List<Path> unreadable() {
    return Collections.unmodifiableList(unreadable);
  }
}
