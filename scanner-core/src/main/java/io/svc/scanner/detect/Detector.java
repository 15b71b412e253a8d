package io.svc.scanner.detect;

import java.util.List;

/**
 * One check. A detector is stateless and safe for many threads; it touches no network and no file,
 * and gives the same detections for the same subject.
 */
public interface Detector {
  /** What it looks for. */
  Check check();

  /** What it finds in one config file, in the order of the file. */
  List<DetectedProblem> detect(DetectionSubject subject);
}
