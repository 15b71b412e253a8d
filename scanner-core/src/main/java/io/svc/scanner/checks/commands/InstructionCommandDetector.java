package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.InstructionText;
import io.svc.scanner.detect.InstructionText.Kind;
import io.svc.scanner.detect.InstructionText.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects commands in instruction files and scripts of skills that run code from an unknown source,
 * run encoded code, or send credentials to another host.
 */
public final class InstructionCommandDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "instructions/dangerous-command",
          "dangerous_instruction_command",
          Severity.HIGH,
          "an instruction file or a skill contains a command that attackers use",
          "Delete the command, and find out who added it. If it is intended, install the program"
              + " from a package with a fixed version.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    if (!subject.config().isInstructions()) {
      return detections;
    }
    List<Part> parts = subject.instructions().parts();
    Set<Integer> sectionsAboutAttacks = new HashSet<>();
    for (Part part : parts) {
      if (part.kind() == Kind.PROSE && InstructionText.isAboutAttacks(part.text())) {
        sectionsAboutAttacks.add(part.section());
      }
    }
    // Other checks examine the commands of the client itself.
    Set<Integer> ownLines = new HashSet<>();
    for (McpServer entry : subject.config().clientEntries()) {
      if (entry.isLocal()) {
        ownLines.add(entry.launch().words().get(0).origin().line());
      }
    }
    for (Part part : parts) {
      boolean isQuoted =
          part.kind() != Kind.HIDDEN && sectionsAboutAttacks.contains(part.section());
      for (InstructionCommand command : InstructionCommand.in(part)) {
        DetectedProblem problem =
            DetectedProblem.of(CHECK, "", command.line().location(), detail(subject, command));
        boolean isLow = isQuoted || !command.isMalicious();
        if (!isLow) {
          detections.add(problem);
        } else if (!ownLines.contains(command.line().line())) {
          detections.add(problem.withSeverity(Severity.LOW));
        }
      }
    }
    return detections;
  }

  private static String detail(DetectionSubject subject, InstructionCommand command) {
    ConfigText line = command.line();
    String host = command.host();
    return "The command "
        + command.explanation()
        + (host.isEmpty() ? "" : " `" + subject.redactor().redact(line, host) + "`")
        + ".";
  }
}
