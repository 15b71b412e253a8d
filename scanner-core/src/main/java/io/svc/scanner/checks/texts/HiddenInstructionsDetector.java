package io.svc.scanner.checks.texts;

import io.svc.rules.Severity;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.InstructionText.Kind;
import io.svc.scanner.detect.InstructionText.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects instructions in parts of instruction files that readers of the rendered file do not see,
 * such as comments, but that a model reads.
 */
public final class HiddenInstructionsDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "instructions/hidden-text",
          "hidden_instructions",
          Severity.HIGH,
          "hidden text of an instruction file contains instructions to the model",
          "Delete the hidden text, and find out who added it. Do not start an agent in this"
              + " directory before that.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    if (!subject.config().isInstructions() || subject.config().isScript()) {
      return detections;
    }
    for (Part part : subject.instructions().parts()) {
      if (part.kind() == Kind.HIDDEN) {
        List<String> words = InstructionRules.judge(part.text(), true);
        if (!words.isEmpty()) {
          detections.add(
              DetectedProblem.of(
                  CHECK,
                  "",
                  MaliciousInstructionsDetector.locationOf(part),
                  "Text that is hidden in the rendered file instructs the model "
                      + InjectionScore.joined(words)
                      + "."));
        }
      }
    }
    return detections;
  }
}
