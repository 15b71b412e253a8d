package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
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

  private static final List<String> OPAQUE =
      WordListParser.list(
          """
          :// socket urlopen urllib requests. fetch( http. https. axios base64 b64decode atob fromCharCode
          exec( eval( compile( marshal subprocess child_process os.system popen""");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      Optional<InlineCode> code = find(subject, server);
      boolean mayBeFound = code.isPresent() || server.isOfClient();
      // A text that runs a download is already reported with higher severity.
      if (!mayBeFound || RemoteCodePipeDetector.find(server.launch()).isPresent()) {
        continue;
      }
      if (code.isPresent() && (!server.isOfClient() || isOpaque(code.get().word().text()))) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                code.get().word().origin().location(),
                "The "
                    + server.noun()
                    + " is inline code that `"
                    + code.get().how()
                    + "` runs: no package, version, or file tracks changes to it."));
      } else if (server.isOfClient() && EncodedScript.isRunBy(subject.facts(server).words())) {
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                server.launch().words().get(0).origin().location(),
                "The " + server.noun() + " decodes a text and runs it as code."));
      }
    }
    return detections;
  }

  /**
   * Returns true for code that uses the network or runs other code. Hooks usually contain short
   * programs that read and check their input.
   */
  private static boolean isOpaque(String code) {
    if (code.contains("do shell script")) {
      return true;
    }
    for (String mark : OPAQUE) {
      if (code.contains(mark)) {
        return true;
      }
    }
    return false;
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
