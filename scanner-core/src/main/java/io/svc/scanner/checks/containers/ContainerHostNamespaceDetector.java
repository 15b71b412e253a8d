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

/** Sees a container that shares its host's network, processes, memory or users. */
public final class ContainerHostNamespaceDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/host-namespace",
          "container_host_namespace",
          Severity.HIGH,
          "a container shares a namespace with its host",
          "Drop the option; publish the one port that is needed, as in -p 127.0.0.1:8080:8080, and"
              + " name the host host.docker.internal where the server calls it.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
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
          "it reaches every service that listens on this machine's loopback interface";
      case "--pid" -> "it sees the processes of this machine, and can look into them";
      case "--ipc" -> "it can read and write memory that programs of this machine share";
      case "--userns" -> "its root user is the root user of this machine";
      case "--uts" -> "it can change the name of this machine";
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
            + "` is told `"
            + option.name()
            + "=host`, so the container is not parted from its host: "
            + consequence(option.name())
            + ".");
  }
}
