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

/** Detects containers that share the host's network, processes, memory or users. */
public final class ContainerHostNamespaceDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/host-namespace",
          "container_host_namespace",
          Severity.HIGH,
          "a container shares a host namespace",
          "Remove the option. Publish only the port that is needed, for example with -p"
              + " 127.0.0.1:8080:8080, and use host.docker.internal to reach the host from the"
              + " container.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (ContainerRun run : subject.facts(server).containers()) {
        for (Option option : run.options()) {
          if (option.isOfHost() && !consequence(option.name()).isEmpty()) {
            detections.add(detection(server, run.engine(), option));
          }
        }
      }
    }
    return detections;
  }

  private static String consequence(String option) {
    return switch (option) {
      case "--network", "--net" ->
          "it can reach every service on this machine's loopback interface";
      case "--pid" -> "it can see and inspect the processes of this machine";
      case "--ipc" -> "it can read and write shared memory of this machine";
      case "--userns" -> "root in the container is root on this machine";
      case "--uts" -> "it can change the hostname of this machine";
      default -> "";
    };
  }

  private static DetectedProblem detection(McpServer server, String engine, Option option) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        option.word().origin().location(),
        "`"
            + engine
            + "` runs with `"
            + option.name()
            + "=host`, so the container is not isolated from its host: "
            + consequence(option.name())
            + ".");
  }
}
