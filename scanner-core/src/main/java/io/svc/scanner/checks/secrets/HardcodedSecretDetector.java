package io.svc.scanner.checks.secrets;

import io.svc.rules.Severity;
import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.redact.SecretNote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Detects literal credentials anywhere in a file. Formats are defined in rule files. */
public final class HardcodedSecretDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "secrets/hardcoded-secret",
          "hardcoded_secret",
          Severity.HIGH,
          "the file contains a credential in plain text",
          "Revoke the credential and pass a new one by reference.");

  private static final String KEEP_OUT =
      " Keep the file out of Git: git rm --cached, and its name in .gitignore.";

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    if (subject.machine().isSecretStore()) {
      return detections;
    }
    boolean isEnvironment = subject.config().kind() == FileKind.ENVIRONMENT_FILE;
    boolean isExample = isEnvironment && EnvironmentFileNames.isExample(subject.config().path());
    for (FoundSecret secret : subject.secrets()) {
      if (isExample && !secret.hasKnownFormat()) {
        continue;
      }
      Map<String, Object> extensions = new LinkedHashMap<>();
      extensions.put("confidence", secret.confidence().toString());
      StringBuilder shown = new StringBuilder(secret.masked());
      if (secret.note().isPresent()) {
        SecretNote note = secret.note().get();
        shown.append(", ").append(note);
        extensions.put(note.key(), note.value());
      }
      String detail =
          capitalized(secret.place()) + " contains " + secret.title() + " (" + shown + ").";
      detections.add(
          new DetectedProblem(
              secret.ruleId(),
              CHECK.findingType(),
              secret.severity(),
              secret.server(),
              secret.origin().location(),
              detail,
              isEnvironment ? secret.remediation() + KEEP_OUT : secret.remediation(),
              extensions));
    }
    return detections;
  }

  private static String capitalized(String description) {
    return Character.toUpperCase(description.charAt(0)) + description.substring(1);
  }
}
