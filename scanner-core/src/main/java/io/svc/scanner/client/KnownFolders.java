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
final class KnownFolders {

  private final UserDirectories user;
  private final Map<String, Path> folders = new HashMap<>();
  private final List<Path> projects = new ArrayList<>(1);
  private final List<RelocatedDirectory.OnMachine> moved;

  /**
   * A path to search.
   *
   * @param trail names below the root, which may contain wildcards; empty if the root is the file
   */
  record Place(Path root, String trail) {}

  KnownFolders(
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
  List<Place> placesOf(ConfigLocation location) {
    if (location.scope() == ConfigScope.PROJECT) {
      return inProjects(location.trail());
    }
    Path root = folders.get(location.root());
    if (root == null) {
      throw new IllegalArgumentException(
          String.format("Pattern \"%s\" has no meaning on %s", location.pattern(), user.system()));
    }
    Place ordinary = new Place(root, location.trail());
    return moved.isEmpty() ? List.of(ordinary) : placesOf(location, ordinary);
  }

  private List<Place> inProjects(String trail) {
    List<Place> places = new ArrayList<>(projects.size());
    for (Path project : projects) {
      places.add(new Place(project, trail));
    }
    return places;
  }

  private List<Place> placesOf(ConfigLocation location, Place ordinary) {
    List<Place> places = new ArrayList<>(2);
    for (RelocatedDirectory.OnMachine place : moved) {
      if (place.covers(location)) {
        places.add(place.of(location));
        if (place.replaces()) {
          return places;
        }
      }
    }
    places.add(ordinary);
    return places;
  }
}
