package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.launch.ServerAddress;
import io.svc.scanner.launch.ServerAddress.Reliability;
import java.util.ArrayList;
import java.util.List;

/** Detects servers that are reached over a network without encryption. */
public final class InsecureTransportDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/insecure-transport",
          "insecure_transport",
          Severity.HIGH,
          "a server connection is not encrypted",
          "Use https:// or wss://, or a service on the loopback interface of this machine.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (ServerAddress address : subject.facts(server).addresses()) {
        if (isPlainRemote(address.host())) {
          detections.add(found(subject, server, address));
          if (address.role() != Reliability.ENTRY) {
            break;
          }
        }
      }
    }
    return detections;
  }

  private static DetectedProblem found(
      DetectionSubject subject, McpServer server, ServerAddress address) {
    UrlHost host = address.host();
    return DetectedProblem.of(
        CHECK,
        server.name(),
        address.origin().location(),
        "The connection to `"
            + subject.redactor().redact(address.origin(), host.written())
            + "` uses `"
            + host.scheme()
            + "://`: anyone on the network path can read and change the traffic.");
  }

  /**
   * Returns whether the connection to a remote host is unencrypted. Cloud metadata services have
   * their own check.
   */
  static boolean isPlainRemote(UrlHost host) {
    boolean isPlain = host.scheme().equals("http") || host.scheme().equals("ws");
    return isPlain
        && !host.isEmpty()
        && !host.isLoopback()
        && !host.isReference()
        && !host.needsReplacement()
        && !host.isMetadata();
  }
}
