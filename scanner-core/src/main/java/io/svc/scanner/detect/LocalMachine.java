package io.svc.scanner.detect;

import io.svc.rules.AdvisoryIndex;
import java.util.List;

/**
 * What detectors may ask beyond the content of a file: they open no file themselves, and a test
 * answers as it likes.
 */
@FunctionalInterface
public interface LocalMachine {
  /** Whether other users of this machine may change the file at a path. */
  boolean isWritableByOthers(String path);

  /** The config file itself. */
  default FileFacts configFile() {
    return FileFacts.UNKNOWN;
  }

  /** The servers of other files that are in force together with this one. */
  default List<NeighborServer> neighbours() {
    return List.of();
  }

  /** Lists of vulnerable packages. */
  default List<AdvisoryIndex> advisories() {
    return List.of();
  }
}
