package io.svc.scanner.detect;

import java.util.List;

/**
 * Implements one check. A detector is stateless and thread-safe. It accesses neither network nor
 * files, and returns equal problems for equal subjects.
 */
public interface Detector {
  /** Returns the metadata of the check. */
  Check check();

  /** Returns the problems of a config file, in the order of the file. */
  List<DetectedProblem> detect(DetectionSubject subject);
}
