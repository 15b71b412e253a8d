package io.svc.scanner.detect;

import io.svc.rules.AdvisoryIndex;
import java.util.List;

/**
 * Facts that detectors can query in addition to the content of a file. Detectors open no files
 * themselves, and tests can replace this interface.
 */
@FunctionalInterface
public interface LocalMachine {
  /** Returns true if other users of this machine may change the file at a path. */
  boolean isWritableByOthers(String path);

  /** Returns the facts about the config file. */
  default FileFacts configFile() {
    return FileFacts.UNKNOWN;
  }

  /**
   * Returns true if the file is the place for secrets on this machine, such as an environment file
   * that git does not track.
   */
  default boolean isSecretStore() {
    return false;
  }

  /** Returns the servers of other files that a client loads together with this file. */
  default List<NeighborServer> neighbors() {
    return List.of();
  }

  /** Returns the indexes of vulnerable packages. */
  default List<AdvisoryIndex> advisories() {
    return List.of();
  }
}
