package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Detects servers whose code is a text in the file that is passed to an interpreter. */
public final class InlineInterpreterCodeDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/inline-interpreter-code",
          "inline_interpreter_code",
          Severity.HIGH,
          "an interpreter runs inline code",
          "Move the code to a file under version control or to a package with a fixed version, and"
              + " run that.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Optional<InlineCode> code = find(subject, server);
      // A text that runs a download is already reported with higher severity.
      if (code.isPresent() && RemoteCodePipeDetector.find(server.launch()).isEmpty()) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                code.get().word().origin().location(),
                "The server is inline code that `"
                    + code.get().how()
                    + "` runs: no package, version, or file tracks changes to it."));
      }
    }
    return detections;
  }

  private static Optional<InlineCode> find(DetectionSubject subject, McpServer server) {
    for (Launch launch : subject.commands(server)) {
      Optional<InlineCode> code = InlineCode.of(launch);
      if (code.isPresent()) {
        return code;
      }
    }
    return Optional.empty();
  }
}
