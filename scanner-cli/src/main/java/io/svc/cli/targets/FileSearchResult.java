package io.svc.cli.targets;

import io.svc.scanner.client.ConfigDiscovery;
import io.svc.scanner.client.McpClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

  /** Returns whether a path needs a closer check. This rejects most paths of a tree at low cost. */
  static boolean needsCheck(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    String folder = slash < 0 ? "" : path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
    return McpClients.mayBeConfig(folder, name) || McpClients.isProjectFolder(name);
  }

  /** Checks a file or a link. */
  void visit(Path file) {
    String name = file.getFileName().toString();
    if (McpClients.ofPath(file.toAbsolutePath()).isPresent() && Files.isRegularFile(file)) {
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
    } else if (PathTargets.isConfig(path) && Files.isRegularFile(path)) {
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

  /** Returns the files, sorted. */
  Set<Path> configs() {
    return Collections.unmodifiableSet(configs);
  }

  List<Path> unreadable() {
    return Collections.unmodifiableList(unreadable);
  }
}
