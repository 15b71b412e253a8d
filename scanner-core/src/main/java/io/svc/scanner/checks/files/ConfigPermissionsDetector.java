package io.svc.scanner.checks.files;

import io.svc.rules.Severity;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.List;

/** Detects config files that other users of the machine may read or change. */
public final class ConfigPermissionsDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "files/config-permissions",
          "config_permissions",
          Severity.MEDIUM,
          "other users of the machine can access the file",
          "Remove access for other users: chmod 600 for the file, chmod 700 for its directory.");

  @Override
  public Check check() {
    return CHECK;
  }

  /** An environment file that git does not track is the place for secrets: only a reminder. */
  private static Severity severityOfReading(DetectionSubject subject) {
    return subject.machine().isSecretStore() ? Severity.INFO : CHECK.severity();
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    return switch (subject.machine().configFile().others()) {
      case WRITE ->
          List.of(
              DetectedProblem.ofFile(
                      CHECK,
                      "Every user of this machine can change the file and so control what your"
                          + " client starts.")
                  .withSeverity(Severity.HIGH));
      case READ ->
          subject.secrets().isEmpty()
              ? List.of()
              : List.of(
                  DetectedProblem.ofFile(
                          CHECK, "Every user of this machine can read the secrets in the file.")
                      .withSeverity(severityOfReading(subject)));
      case NONE -> List.of();
    };
  }
}
