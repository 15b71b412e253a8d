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

/** What a search below a directory has met: files that clients have, and what barred its way. */
final class FoundFiles {
  private final Set<Path> configs = new TreeSet<>();
  private final Set<Path> ignored = new TreeSet<>();
  private final List<Path> unreadable = new ArrayList<>();

  /**
   * Whether a path is worth a closer look. Nearly all of a tree are told here, before anything is
   * made of them.
   */
  static boolean isOfInterest(String path) {
    int slash = path.lastIndexOf('/');
    String name = path.substring(slash + 1);
    String folder = slash < 0 ? "" : path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
    return McpClients.mayBeConfig(folder, name) || McpClients.isProjectFolder(name);
  }

  /** Looks at a file, or a link of whatever kind. */
  void meet(Path file) {
    String name = file.getFileName().toString();
    if (McpClients.ofPath(file.toAbsolutePath()).isPresent() && Files.isRegularFile(file)) {
      configs.add(file);
    } else if (McpClients.isProjectFolder(name) && Files.isDirectory(file)) {
      // A link to a folder. What else is behind it may be anything, and lead in a circle.
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

  /** Files of clients that are not searched because of an ignore rule, sorted. */
  Set<Path> ignored() {
    return Collections.unmodifiableSet(ignored);
  }

  /** Notes a directory that could not be listed. */
  void bar(Path directory) {
    unreadable.add(directory);
  }

  /** The files, sorted. */
  Set<Path> configs() {
    return Collections.unmodifiableSet(configs);
  }

  List<Path> unreadable() {
    return Collections.unmodifiableList(unreadable);
  }
}
