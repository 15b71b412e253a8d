package io.svc.scanner.detect;

import io.svc.rules.Severity;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.ContainerRun.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Sees a container that shares its host's network, processes, memory or users. */
final class ContainerHostNamespaceDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "container/host-namespace",
          "container_host_namespace",
          Severity.HIGH,
          "a container shares a namespace with its host",
          "Drop the option; publish the one port that is needed, as in -p 127.0.0.1:8080:8080, and"
              + " name the host host.docker.internal where the server calls it.");

  /** The namespaces of the first process are those of the host, under a longer name. */
  private static final String FIRST_PROCESS = "ns:/proc/1/ns/";

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<Detection> detect(Subject subject) {
    List<Detection> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      for (Launch launch : subject.commands(server)) {
        Optional<ContainerRun> run = subject.facts(server).container(launch);
        if (run.isPresent()) {
          for (Option option : run.get().options()) {
            if (isOfHost(option)) {
              detections.add(detection(server, run.get().engine(), option));
            }
          }
        }
      }
    }
    return detections;
  }

  /** Whether an option makes the container share one of the host's namespaces. */
  static boolean isOfHost(Option option) {
    return !consequence(option.name()).isEmpty() && isHost(option.value());
  }

  /** Whether a container is in the network of its host, where its ports are the host's. */
  static boolean isInHostNetwork(ContainerRun run) {
    for (Option option : run.options()) {
      boolean isNetwork = option.name().equals("--network") || option.name().equals("--net");
      if (isNetwork && isHost(option.value())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHost(String value) {
    String folded = value.strip().toLowerCase(Locale.ROOT);
    // Docker takes its networks by name=host too, with further settings behind a comma.
    return folded.equals("host")
        || folded.startsWith("host,")
        || folded.equals("name=host")
        || folded.startsWith("name=host,")
        || folded.startsWith(FIRST_PROCESS);
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

  private static Detection detection(McpServer server, String engine, Option option) {
    return Detection.of(
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
