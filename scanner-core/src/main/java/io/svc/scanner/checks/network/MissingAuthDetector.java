package io.svc.scanner.checks.network;

import io.svc.rules.Severity;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.List;

/**
 * Detects remote servers for which a file specifies no authentication. The severity is
 * informational, because many such servers request authentication when the client connects, as
 * defined by MCP authorization.
 */
public final class MissingAuthDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "transport/missing-auth",
          "missing_auth",
          Severity.INFO,
          "a remote server has no authentication configured",
          "Make sure that the server requires sign-in when the client connects, or is intended to"
              + " be public. Otherwise, send a token by reference under headers.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      if (!server.isLocal() && server.url().isPresent()) {
        ConfigText url = server.url().get();
        UrlHost host = UrlHost.of(url.text());
        if (isRemote(host) && !ServerAuthentication.isNamed(subject, server)) {
          detections.add(found(subject, server, url, host));
        }
      }
    }
    return detections;
  }

  private static DetectedProblem found(
      DetectionSubject subject, McpServer server, ConfigText url, UrlHost host) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        url.location(),
        "The file configures no header, token, or sign-in for the server at `"
            + subject.redactor().redact(url, host.written())
            + "`: unless it requires sign-in on connection, anyone can use it.");
  }

  /** Returns whether a host is remote. Cloud metadata services have their own check. */
  private static boolean isRemote(UrlHost host) {
    return host.isWeb()
        && !host.isEmpty()
        && !host.isLoopback()
        && !host.isReference()
        && !host.isPlaceholder()
        && !host.isMetadata();
  }
}
