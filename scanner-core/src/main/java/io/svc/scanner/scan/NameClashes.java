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
 * Finds files with servers whose names are identical or visually similar to names in earlier files
 * that a client loads together with them.
 */
final class NameClashes {
  private final Map<Integer, List<NeighborServer>> byFile = new TreeMap<>();

  private NameClashes() {}

  /** Returns the projects with several files. Only their names can clash. */
  static Set<Optional<Path>> sharedProjects(List<ScanRequest> requests) {
    Set<Optional<Path>> all = new HashSet<>();
    Set<Optional<Path>> shared = new HashSet<>();
    for (ScanRequest request : requests) {
      if (!all.add(request.project())) {
        shared.add(request.project());
      }
    }
    // A file that applies to every project is combined with each project's files.
    return all.contains(Optional.empty()) && all.size() > 1 ? all : shared;
  }

  /**
   * Finds the clashes between files.
   *
   * @param servers the servers of each request's file
   */
  static NameClashes of(List<ScanRequest> requests, List<List<NeighborServer>> servers) {
    NameClashes clashes = new NameClashes();
    Map<String, ServerOccurrence> ofAll = new HashMap<>();
    Map<Optional<Path>, Map<String, ServerOccurrence>> ofProject = new HashMap<>();
    for (int file = 0; file < servers.size(); file++) {
      ScanRequest request = requests.get(file);
      Map<String, ServerOccurrence> owners = ofProject.get(request.project());
      if (owners == null) {
        owners = new HashMap<>();
        ofProject.put(request.project(), owners);
      }
      // A file that applies to every project is combined with all files. A project's file is
      // combined with the files that apply to every project.
      Map<String, ServerOccurrence> others =
          request.project().isEmpty() ? ofAll : ofProject.getOrDefault(Optional.empty(), Map.of());
      for (NeighborServer server : servers.get(file)) {
        String key = server.key();
        ServerOccurrence other = owners.getOrDefault(key, others.get(key));
        if (other != null && !other.path.equals(request.path())) {
          clashes.byFile.computeIfAbsent(file, f -> new ArrayList<>()).add(other.server);
        }
      }
      for (NeighborServer server : servers.get(file)) {
        ServerOccurrence owner = new ServerOccurrence(request.path(), server);
        owners.putIfAbsent(server.key(), owner);
        ofAll.putIfAbsent(server.key(), owner);
      }
    }
    return clashes;
  }

  private record ServerOccurrence(Path path, NeighborServer server) {}

  /** Returns the request indexes of the files to scan again. */
  List<Integer> files() {
    return List.copyOf(byFile.keySet());
  }

  /** Returns the servers of other files with which a file's names clash. */
  List<NeighborServer> of(int file) {
    return List.copyOf(byFile.get(file));
  }
}
