package io.svc.scanner.checks.files;

import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.Detection;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.Subject;
import java.util.List;

/** Sees a config file that other users of the machine may read or change. */
public final class ConfigPermissionsDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "files/config-permissions",
          "config_permissions",
          Severity.MEDIUM,
          "other users of the machine can use the file",
          "Take the rights of others away: chmod 600 on the file, 700 on its directory.");

  private static final Location WHOLE_FILE = new Location("", 1, 1);

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    return switch (subject.machine().configFile().others()) {
      case WRITE ->
          List.of(
              detection(
                      "Every user of this machine may change the file, and with it what your client"
                          + " starts.")
                  .withSeverity(Severity.HIGH));
      case READ ->
          subject.secrets().isEmpty()
              ? List.of()
              : List.of(detection("Every user of this machine may read the secrets in the file."));
      case NONE -> List.of();
    };
  }

  private static Detection detection(String detail) {
    return Detection.of(CHECK, "", WHOLE_FILE, detail);
  }
}
