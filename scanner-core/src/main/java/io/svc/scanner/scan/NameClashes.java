package io.svc.scanner.scan;

import io.svc.scanner.detect.NeighborServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files whose servers have names that are, or look like, those of files before them with which
 * they are in force together.
 */
final class NameClashes {
  private final Map<Integer, List<NeighborServer>> byFile = new TreeMap<>();

  private NameClashes() {}

  /** The projects that several files are for: only there can names clash. */
  static Set<Optional<Path>> sharedProjects(List<ScanRequest> requests) {
    Set<Optional<Path>> all = new HashSet<>();
    Set<Optional<Path>> shared = new HashSet<>();
    for (ScanRequest request : requests) {
      if (!all.add(request.project())) {
        shared.add(request.project());
      }
    }
    // A file of every project meets those of each.
    return all.contains(Optional.empty()) && all.size() > 1 ? all : shared;
  }

  /**
   * Clashes between files.
   *
   * @param servers those of each request's file
   */
  static NameClashes of(List<ScanRequest> requests, List<List<NeighborServer>> servers) {
    NameClashes clashes = new NameClashes();
    Map<String, Owner> ofAll = new HashMap<>();
    Map<Optional<Path>, Map<String, Owner>> ofProject = new HashMap<>();
    for (int file = 0; file < servers.size(); file++) {
      ScanRequest request = requests.get(file);
      Map<String, Owner> own = ofProject.computeIfAbsent(request.project(), p -> new HashMap<>());
      // A file of every project meets them all; one of a project meets those of every project.
      Map<String, Owner> others =
          request.project().isEmpty() ? ofAll : ofProject.getOrDefault(Optional.empty(), Map.of());
      for (NeighborServer server : servers.get(file)) {
        String key = server.key();
        Owner other = own.getOrDefault(key, others.get(key));
        if (other != null && !other.path.equals(request.path())) {
          clashes.byFile.computeIfAbsent(file, f -> new ArrayList<>()).add(other.server);
        }
      }
      for (NeighborServer server : servers.get(file)) {
        Owner owner = new Owner(request.path(), server);
        own.putIfAbsent(server.key(), owner);
        ofAll.putIfAbsent(server.key(), owner);
      }
    }
    return clashes;
  }

  private record Owner(Path path, NeighborServer server) {}

  /** The files to look at again, by the number of their request. */
  List<Integer> files() {
    return List.copyOf(byFile.keySet());
  }

  /** What a file's names clash with. */
  List<NeighborServer> of(int file) {
    return List.copyOf(byFile.get(file));
  }
}
