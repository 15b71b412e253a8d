package io.svc.scanner.checks.files;

import io.svc.rules.Severity;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.FileFacts;
import io.svc.scanner.redact.FoundSecret;
import java.util.List;

/**
 * Detects config files with secrets that other users of the machine may read, and config files that
 * they may change or replace.
 */
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
    return subject.machine().isSecretStore() ? Severity.INFO : severity(subject.secrets());
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    FileFacts file = subject.machine().configFile();
    String who =
        file.group().isEmpty()
            ? "Every user of this machine"
            : "Every member of the group `" + file.group() + "`";
    return switch (file.others()) {
      case WRITE ->
          List.of(
              problem(
                  Severity.HIGH,
                  who + " can change the file and so control what your client starts."));
      case REPLACE ->
          List.of(
              problem(
                  Severity.HIGH,
                  who
                      + " can replace the file, because its directory is writable, and so control"
                      + " what your client starts."));
      case READ ->
          subject.secrets().isEmpty()
              ? List.of()
              : List.of(
                  problem(severityOfReading(subject), who + " can read the secrets in the file."));
      case NONE -> List.of();
    };
  }

  private static DetectedProblem problem(Severity severity, String detail) {
    return DetectedProblem.ofFile(CHECK, detail).withSeverity(severity);
  }

  /** Returns the severity of readable secrets: one level below the severity of the worst secret. */
  private static Severity severity(List<FoundSecret> secrets) {
    Severity worst = Severity.LOW;
    for (FoundSecret secret : secrets) {
      worst = secret.severity().isAtLeast(worst) ? secret.severity() : worst;
    }
    return switch (worst) {
      case CRITICAL -> Severity.HIGH;
      case HIGH -> Severity.MEDIUM;
      case MEDIUM, LOW, INFO -> Severity.LOW;
    };
  }
}
