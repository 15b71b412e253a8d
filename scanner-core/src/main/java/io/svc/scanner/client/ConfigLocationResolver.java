package io.svc.scanner.client;

import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves the patterns of the catalog on one machine, including variables that relocate
 * directories.
 */
final class ConfigLocationResolver {

  private final UserDirectories user;
  private final Map<String, Path> folders = new HashMap<>();
  private final List<Path> projects = new ArrayList<>(1);
  private final List<RelocatedDirectory.ResolvedDirectory> moved;

  /**
   * A path to search.
   *
   * @param trail names below the root, which may contain wildcards; empty if the root is the file
   */
  record SearchPath(Path root, String trail) {}

  ConfigLocationResolver(
      OperatingSystem system, Path home, List<Path> projects, Map<String, String> environment) {
    this.user = new UserDirectories(system, home, environment);
    FileSystem files = home.getFileSystem();
    folders.put("{home}", user.home());
    for (Path project : projects) {
      this.projects.add(project.toAbsolutePath().normalize());
    }
    folders.put("{config}", user.config());
    if (system == OperatingSystem.WINDOWS) {
      folders.put("{appdata}", user.appData());
      folders.put("{localappdata}", user.localAppData());
      folders.put("{programdata}", user.named("ProgramData", files.getPath("C:\\ProgramData")));
      folders.put("{programfiles}", user.named("ProgramFiles", files.getPath("C:\\Program Files")));
    } else {
      folders.put("", files.getPath("/"));
    }
    this.moved = RelocatedDirectory.onMachine(user);
  }

  /** Returns the paths of a location on this machine. A variable may add more paths. */
  List<SearchPath> pathsOf(ConfigLocation location) {
    if (location.scope() == ConfigScope.PROJECT) {
      return inProjects(location.trail());
    }
    Path root = folders.get(location.root());
    if (root == null) {
      throw new IllegalArgumentException(
          String.format("Pattern \"%s\" has no meaning on %s", location.pattern(), user.system()));
    }
    SearchPath ordinary = new SearchPath(root, location.trail());
    return moved.isEmpty() ? List.of(ordinary) : pathsOf(location, ordinary);
  }

  private List<SearchPath> inProjects(String trail) {
    List<SearchPath> locations = new ArrayList<>(projects.size());
    for (Path project : projects) {
      locations.add(new SearchPath(project, trail));
    }
    return locations;
  }

  private List<SearchPath> pathsOf(ConfigLocation location, SearchPath ordinary) {
    List<SearchPath> locations = new ArrayList<>(2);
    for (RelocatedDirectory.ResolvedDirectory folder : moved) {
      if (folder.covers(location)) {
        locations.add(folder.of(location));
        if (folder.replaces()) {
          return locations;
        }
      }
    }
    locations.add(ordinary);
    return locations;
  }
}
