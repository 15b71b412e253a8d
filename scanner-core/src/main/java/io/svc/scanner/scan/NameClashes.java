package io.svc.scanner.scan;

import io.svc.scanner.detect.Neighbour;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files whose servers have names that are, or look like, those of files before them. */
final class NameClashes {
  private static final int MOST_OWNERS = 1_000;

  private final Map<Integer, List<Neighbour>> byFile = new TreeMap<>();

  private NameClashes() {}

  /**
   * Clashes between files that are in force together.
   *
   * @param servers those of each request's file
   */
  static NameClashes of(List<ScanRequest> requests, List<List<Neighbour>> servers) {
    NameClashes clashes = new NameClashes();
    Map<String, List<Owner>> owners = new HashMap<>();
    for (int file = 0; file < servers.size(); file++) {
      for (Neighbour server : servers.get(file)) {
        List<Owner> alike = owners.computeIfAbsent(server.key(), absent -> new ArrayList<>(1));
        for (Owner other : alike) {
          if (requests.get(other.file).isTogetherWith(requests.get(file))) {
            clashes.byFile.computeIfAbsent(file, absent -> new ArrayList<>()).add(other.server);
            // One is enough to tell; among thousands of files each name may stand in all.
            break;
          }
        }
        if (alike.size() < MOST_OWNERS) {
          alike.add(new Owner(file, server));
        }
      }
    }
    return clashes;
  }

  private record Owner(int file, Neighbour server) {}

  /** The files to look at again, by the number of their request. */
  List<Integer> files() {
    return List.copyOf(byFile.keySet());
  }

  /** What a file's names clash with. */
  List<Neighbour> of(int file) {
    return List.copyOf(byFile.get(file));
  }
}
