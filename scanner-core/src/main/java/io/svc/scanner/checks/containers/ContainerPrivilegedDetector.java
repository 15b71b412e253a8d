package io.svc.scanner.checks.containers;

import io.svc.rules.Severity;
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

/** Detects containers with privileges of the host. */
public final class ContainerPrivilegedDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/privileged",
          "container_privileged",
          Severity.CRITICAL,
          "a container has host privileges",
          "Remove the option. Grant only the capability that the {part} needs, if any.");

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
    return detections;
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
