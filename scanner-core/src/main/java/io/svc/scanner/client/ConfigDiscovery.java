package io.svc.scanner.client;

import io.svc.scanner.client.ConfigLocationResolver.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds existing configuration files at the locations in {@link McpClients}. It opens only files
 * whose names other programs use too. Immutable and thread-safe.
 */
public final class ConfigDiscovery {

  private final OperatingSystem system;
  private final ConfigLocationResolver folders;

  /**
   * Creates a discovery for a system's locations, on the file systems of the two paths. Accesses no
   * files.
   *
   * @param environment variables that relocate folders, such as XDG_CONFIG_HOME and APPDATA; values
   *     that are not absolute paths count as unset
   */
  public ConfigDiscovery(
      OperatingSystem system, Path home, Path project, Map<String, String> environment) {
    this(system, home, List.of(project), environment);
  }

  /**
   * Creates a discovery for several directories of a project, such as those from the current
   * directory to the root of its repository.
   *
   * @param projects directories, nearest first
   */
  public ConfigDiscovery(
      OperatingSystem system, Path home, List<Path> projects, Map<String, String> environment) {
    this.system = system;
    this.folders = new ConfigLocationResolver(system, home, projects, environment);
  }

  /** Returns a discovery for this machine and the user of this process. */
  public static ConfigDiscovery onThisMachine(Path project) {
    UserDirectories user = UserDirectories.ofThisProcess();
    return new ConfigDiscovery(user.system(), user.home(), project, user.environment());
  }

  /**
   * Returns the existing files, each once even if several links lead to it. They are ordered by
   * client as in the catalog, then by scope, location and path.
   */
  public List<DiscoveredConfig> find() {
    List<DiscoveredConfig> found = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    PatternWalk walk = new PatternWalk();
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : nearestFirst(client)) {
        for (Path file : filesAt(location, walk)) {
          boolean isConfig = !location.sharedName() || McpMention.isIn(file);
          if (isConfig && seen.add(identityOf(file))) {
            found.add(new DiscoveredConfig(file, client, location));
          }
        }
      }
    }
    return List.copyOf(found);
  }

  /**
   * Returns the files of clients in a project folder such as {@code .vscode}, which may be a link.
   * The paths are sorted and start with the given folder.
   */
  public static List<Path> filesInProjectFolder(Path folder) {
    Path project = folder.resolveSibling("");
    String name = folder.getFileName().toString();
    Set<Path> files = new TreeSet<>();
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        List<String> names = location.trailNames();
        boolean isBelow =
            location.scope() == ConfigScope.PROJECT
                && names.size() > 1
                && names.get(0).equalsIgnoreCase(name);
        if (isBelow) {
          List<String> spelled = new ArrayList<>(names);
          spelled.set(0, name);
          files.addAll(PatternWalk.filesBelow(project, spelled));
        }
      }
    }
    return List.copyOf(files);
  }

  /**
   * Returns the number of distinct locations that {@link #find} checks on this system. A location
   * with wildcards counts once.
   */
  public int locationCount() {
    Set<String> locations = new HashSet<>();
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        if (location.isOn(system)) {
          for (SearchPath folder : folders.pathsOf(location)) {
            locations.add(named(folder));
          }
        }
      }
    }
    return locations.size();
  }

  /**
   * Returns the locations of a client's files that {@link #find} checks on this system, nearest
   * first, with slashes and with the wildcards of the catalog.
   */
  public List<String> locationsOf(McpClient client) {
    List<String> locations = new ArrayList<>();
    for (ConfigLocation location : nearestFirst(client)) {
      for (SearchPath folder : folders.pathsOf(location)) {
        locations.add(named(folder).replace('\\', '/'));
      }
    }
    return List.copyOf(locations);
  }

  // Text, because Windows paths cannot contain a star.
  private static String named(SearchPath folder) {
    String root = folder.root().toString();
    if (folder.trail().isEmpty()) {
      return root;
    }
    // The root of a file system ends with the separator.
    return (root.equals("/") ? root : root.concat("/")).concat(folder.trail());
  }

  private List<ConfigLocation> nearestFirst(McpClient client) {
    List<ConfigLocation> locations = new ArrayList<>(client.locations().size());
    for (ConfigScope scope : ConfigScope.values()) {
      for (ConfigLocation location : client.locations()) {
        if (location.scope() == scope && location.isOn(system)) {
          locations.add(location);
        }
      }
    }
    return locations;
  }

  private List<Path> filesAt(ConfigLocation location, PatternWalk walk) {
    List<SearchPath> locations = folders.pathsOf(location);
    if (locations.size() == 1) {
      return filesAt(locations.get(0), walk);
    }
    List<Path> files = new ArrayList<>();
    for (SearchPath folder : locations) {
      files.addAll(filesAt(folder, walk));
    }
    return files;
  }

  private static List<Path> filesAt(SearchPath folder, PatternWalk walk) {
    if (Wildcard.isIn(folder.trail())) {
      return walk.find(folder.root(), ConfigLocation.names(folder.trail()));
    }
    // Most locations have no wildcard, and joining their names in one step takes a third of the
    // time. Windows accepts '/' as a separator.
    Path file = folder.root().resolve(folder.trail());
    return Files.isRegularFile(file) ? List.of(file) : List.of();
  }

  private static Path identityOf(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file;
    }
  }
}
