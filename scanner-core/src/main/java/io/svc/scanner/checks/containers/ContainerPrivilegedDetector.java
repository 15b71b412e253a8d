package io.svc.scanner.checks.containers;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ContainerRun.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects containers with privileges of the host. */
public final class ContainerPrivilegedDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/privileged",
          "container_privileged",
          Severity.CRITICAL,
          "a container has host privileges",
          "Remove the option. Grant only the capability that the {part} needs, if any.");

  /** Members of an entry with definitions for the model. */
  private static final List<String> DEFINITIONS = List.of("tools", "prompts", "resources");

  private static final int LONGEST_TEXT = 20_000;
  private static final int BEFORE = 60;
  private static final int DEEPEST = 8;

  /** Compiled for a text with the option only. */
  private static final class Patterns {
    /** An instruction, within a sentence, to start a container with privileges. */
    private static final Pattern INSTRUCTION =
        Pattern.compile(
            "\\b(?:run|runs|start|docker|podman|nerdctl|use|pass|add)\\b[^.!?\\n]{0,120}?"
                + "(?<![\\w-])--privileged(?![\\w-])",
            Pattern.CASE_INSENSITIVE);

    /** A word before an instruction that forbids it. */
    private static final Pattern DENIAL =
        Pattern.compile(
            "\\b(?:not|never|without|avoid|refuse[sd]?|reject(?:s|ed)?|no|don't|cannot|can't)\\b",
            Pattern.CASE_INSENSITIVE);
  }

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (ContainerRun run : subject.facts(server).containers()) {
        add(server, run, detections);
      }
    }
    for (McpServer server : subject.config().servers()) {
      for (String name : DEFINITIONS) {
        Optional<ConfigNode> definitions = server.entry().find(name);
        if (definitions.isPresent()) {
          addTexts(server, definitions.get(), 0, detections);
        }
      }
    }
    return detections;
  }

  /** Adds descriptions that instruct the model to start a container with privileges. */
  private static void addTexts(
      McpServer server, ConfigNode node, int depth, List<DetectedProblem> detections) {
    if (depth > DEEPEST) {
      return;
    }
    if (node instanceof ConfigObject object) {
      for (Member member : object.members()) {
        addTexts(server, member.value(), depth + 1, detections);
      }
    } else if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        addTexts(server, element, depth + 1, detections);
      }
    } else if (node instanceof ConfigText text && isInstruction(text.text())) {
      detections.add(
          DetectedProblem.of(
                  CHECK,
                  server.name(),
                  text.location(),
                  "`"
                      + text.key()
                      + "` instructs the model to run a container with `--privileged`: it controls"
                      + " this machine.")
              .withSeverity(Severity.HIGH));
    }
  }

  private static boolean isInstruction(String text) {
    if (text.length() > LONGEST_TEXT || !text.contains("--privileged")) {
      return false;
    }
    Matcher matcher = Patterns.INSTRUCTION.matcher(text);
    while (matcher.find()) {
      String sentence = text.substring(Math.max(0, matcher.start() - BEFORE), matcher.end());
      int start = Math.max(sentence.lastIndexOf('.'), sentence.lastIndexOf('\n')) + 1;
      if (!Patterns.DENIAL.matcher(sentence.substring(start)).find()) {
        return true;
      }
    }
    return false;
  }

  private static void add(McpServer server, ContainerRun run, List<DetectedProblem> detections) {
    for (Option option : run.options()) {
      if (isPrivileged(option)) {
        String shown =
            option.value().isEmpty() ? option.name() : option.name() + "=" + option.value();
        detections.add(
            DetectedProblem.of(
                CHECK,
                server.name(),
                option.word().origin().location(),
                "`"
                    + run.engine()
                    + "` runs with `"
                    + shown
                    + "`: anyone who controls the "
                    + server.noun()
                    + " controls this machine."));
      }
    }
  }

  private static boolean isPrivileged(Option option) {
    String value = option.value().toUpperCase(Locale.ROOT);
    return switch (option.name()) {
      case "--privileged" -> !value.equals("FALSE");
      case "--cap-add" -> {
        String capability = value.startsWith("CAP_") ? value.substring(4) : value;
        yield capability.equals("ALL")
            || capability.equals("SYS_ADMIN")
            || capability.equals("SYS_PTRACE")
            || capability.equals("SYS_MODULE");
      }
      case "--security-opt" ->
          value.endsWith("UNCONFINED")
              || value.equals("LABEL=DISABLE")
              || value.equals("LABEL:DISABLE");
      default -> false;
    };
  }
}
