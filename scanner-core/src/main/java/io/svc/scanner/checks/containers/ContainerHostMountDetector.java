package io.svc.scanner.checks.containers;

import io.svc.rules.Severity;
import io.svc.scanner.checks.files.FilesystemExposure;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ContainerRun.Option;
import java.util.ArrayList;
import java.util.List;

/** Detects containers with a mounted host directory that allows a takeover of the host. */
public final class ContainerHostMountDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/host-mount",
          "container_host_mount",
          Severity.HIGH,
          "a container mounts critical host files",
          "Mount only the directory that the {part} needs. Mount it read-only if the {part} only"
              + " reads.");

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
          add(subject, server, option, detections);
        }
      }
    }
    return detections;
  }

  private static void add(
      DetectionSubject subject, McpServer server, Option option, List<DetectedProblem> detections) {
    String source = option.hostPath();
    FilesystemExposure breadth = FilesystemExposure.ofPath(source);
    boolean isSocket =
        source.endsWith("docker.sock")
            || source.endsWith("podman.sock")
            || source.endsWith("containerd.sock")
            || source.endsWith("docker_engine");
    if (breadth == FilesystemExposure.NARROW && !isSocket) {
      return;
    }
    DetectedProblem detection =
        DetectedProblem.of(
            CHECK,
            server.name(),
            option.word().origin().location(),
            "The container mounts `"
                + subject.redactor().redact(option.word().origin(), source)
                + "`, "
                + (isSocket ? "which lets it start any container" : breadth.words())
                + ".");
    detections.add(
        isSocket || breadth == FilesystemExposure.ROOT
            ? detection.withSeverity(Severity.CRITICAL)
            : detection);
  }
}
