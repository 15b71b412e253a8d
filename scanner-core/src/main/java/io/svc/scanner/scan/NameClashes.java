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
 * of the same project or user. Of several such files, one that a client merges is preferred.
 */
final class NameClashes {
  /** Further files with the same name add no information. */
  private static final int MAX_OCCURRENCES = 50;

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
    Map<String, List<ServerOccurrence>> ofAll = new HashMap<>();
    Map<Optional<Path>, Map<String, List<ServerOccurrence>>> ofProject = new HashMap<>();
    for (int file = 0; file < servers.size(); file++) {
      ScanRequest request = requests.get(file);
      Map<String, List<ServerOccurrence>> owners = ofProject.get(request.project());
      if (owners == null) {
        owners = new HashMap<>();
        ofProject.put(request.project(), owners);
      }
      // A file that applies to every project is combined with all files. A project's file is
      // combined with the files that apply to every project.
      Map<String, List<ServerOccurrence>> others =
          request.project().isEmpty() ? ofAll : ofProject.getOrDefault(Optional.empty(), Map.of());
      for (NeighborServer server : servers.get(file)) {
        String key = server.key();
        List<ServerOccurrence> earlier = new ArrayList<>(owners.getOrDefault(key, List.of()));
        earlier.addAll(others.getOrDefault(key, List.of()));
        Optional<NeighborServer> clash = clash(request.path(), server, earlier);
        if (clash.isPresent()) {
          clashes.byFile.computeIfAbsent(file, f -> new ArrayList<>()).add(clash.get());
        }
      }
      for (NeighborServer server : servers.get(file)) {
        ServerOccurrence occurrence = new ServerOccurrence(request.path(), server);
        add(owners, occurrence);
        add(ofAll, occurrence);
      }
    }
    return clashes;
  }

  private static Optional<NeighborServer> clash(
      Path path, NeighborServer server, List<ServerOccurrence> earlier) {
    Optional<NeighborServer> first = Optional.empty();
    for (ServerOccurrence other : earlier) {
      if (!other.path.equals(path)) {
        if (other.server.isMergedWith(server.client(), server.file())) {
          return Optional.of(other.server);
        }
        first = first.isPresent() ? first : Optional.of(other.server);
      }
    }
    return first;
  }

  private static void add(
      Map<String, List<ServerOccurrence>> occurrences, ServerOccurrence occurrence) {
    List<ServerOccurrence> ofName =
        occurrences.computeIfAbsent(occurrence.server.key(), key -> new ArrayList<>(1));
    if (ofName.size() < MAX_OCCURRENCES) {
      ofName.add(occurrence);
    }
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
