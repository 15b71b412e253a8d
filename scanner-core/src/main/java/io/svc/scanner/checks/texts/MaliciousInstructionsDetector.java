package io.svc.scanner.checks.texts;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.InstructionText;
import io.svc.scanner.detect.InstructionText.Kind;
import io.svc.scanner.detect.InstructionText.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects sections of instruction files with a combination of instructions that only an attacker
 * uses, such as reading credentials and sending them to an address without a word to the user.
 */
public final class MaliciousInstructionsDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "instructions/malicious-text",
          "malicious_instructions",
          Severity.HIGH,
          "an instruction file directs the model against its user",
          "Delete the section, and find out who added it. Do not start an agent in this directory"
              + " before that.");

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
      if (part.kind() == Kind.PROSE) {
        List<String> words = InstructionRules.judge(part.text(), false);
        if (!words.isEmpty()) {
          DetectedProblem problem =
              DetectedProblem.of(
                  CHECK,
                  "",
                  locationOf(part),
                  "The section instructs the model " + InjectionScore.joined(words) + ".");
          boolean isAboutAttacks = InstructionText.isAboutAttacks(part.text());
          detections.add(isAboutAttacks ? problem.withSeverity(Severity.LOW) : problem);
        }
      }
    }
    return detections;
  }

  /** Returns the location of the first complete instruction, or of the strongest indicators. */
  static Location locationOf(Part part) {
    boolean isHidden = part.kind() == Kind.HIDDEN;
    ConfigText best = part.lines().get(0);
    int most = 0;
    for (ConfigText line : part.lines()) {
      if (!InstructionRules.judge(line.text(), isHidden).isEmpty()) {
        return line.location();
      }
      int value = InjectionText.judge(line.text()).value();
      if (value > most) {
        most = value;
        best = line;
      }
    }
    return best.location();
  }
}
