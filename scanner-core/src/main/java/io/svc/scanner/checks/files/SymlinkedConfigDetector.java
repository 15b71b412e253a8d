package io.svc.scanner.checks.files;

import io.svc.rules.Severity;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.List;

/** Detects config files that are symbolic links. Their content can change at the link's target. */
public final class SymlinkedConfigDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "files/symlinked-config",
          "symlinked_config",
          Severity.LOW,
          "a config file is a symbolic link",
          "Replace the link with the file itself, or make sure that only you can change its"
              + " target.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    return switch (subject.machine().configFile().link()) {
      case OUTSIDE ->
          List.of(
              DetectedProblem.ofFile(
                      CHECK, "The file is a symbolic link to a location outside its project.")
                  .withSeverity(Severity.MEDIUM));
      case WITHIN ->
          List.of(DetectedProblem.ofFile(CHECK, "The file is a symbolic link to another file."));
      case NONE -> List.of();
    };
  }
}
