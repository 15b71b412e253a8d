package io.svc.scanner.checks.commands;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigList;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Detects commands that a client runs to obtain headers or tokens. They also run for remote
 * servers, which are not expected to start a program.
 */
public final class HeadersHelperCommandDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "launch/headers-helper-command",
          "headers_helper_command",
          Severity.MEDIUM,
          "a command generates headers or tokens",
          "Review the command and the programs that it runs. Use an absolute path that only you can change,"
              + " sign in with OAuth, or read the value from an environment variable.");

  /** Members whose content is passed to a server or is covered by other checks. */
  private static final Set<String> OTHER_THINGS =
      Set.of("env", "environment", "envs", "args", "arguments", "tools", "history", "hooks");

  private static final Set<String> HEADERS = Set.of("headers", "http_headers");
  private static final int DEEPEST = 5;

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Set<ConfigNode> entries = Collections.newSetFromMap(new IdentityHashMap<>());
    for (McpServer server : subject.config().servers()) {
      entries.add(server.entry());
    }
    if (!entries.contains(subject.config().root())) {
      search(subject, subject.config().root(), "", entries, 0, detections);
    }
    for (McpServer server : subject.config().servers()) {
      search(subject, server.entry(), server.name(), entries, 0, detections);
      for (NamedText header : server.headers()) {
        Optional<CredentialCommand> helper = CredentialCommand.inHeader(header.value());
        if (helper.isPresent()) {
          detections.add(ofHeader(subject, server, header, helper.get()));
        }
      }
    }
    return detections;
  }

  private static void search(
      DetectionSubject subject,
      ConfigNode node,
      String server,
      Set<ConfigNode> entries,
      int depth,
      List<DetectedProblem> detections) {
    if (node instanceof ConfigList list && depth <= DEEPEST) {
      for (ConfigNode element : list.elements()) {
        if (!entries.contains(element)) {
          search(subject, element, server, entries, depth + 1, detections);
        }
      }
    }
    if (!(node instanceof ConfigObject object) || depth > DEEPEST) {
      return;
    }
    boolean isHeaders = HEADERS.contains(object.key());
    for (Member member : object.members()) {
      if (OTHER_THINGS.contains(member.name()) || entries.contains(member.value())) {
        continue;
      }
      Optional<CredentialCommand> helper =
          isHeaders
              ? CredentialCommand.inObject(member.value())
              : CredentialCommand.of(member, !server.isEmpty());
      if (helper.isPresent()) {
        detections.add(found(subject, server, member.name(), member.location(), helper.get()));
      } else {
        search(subject, member.value(), server, entries, depth + 1, detections);
      }
    }
  }

  private static DetectedProblem ofHeader(
      DetectionSubject subject, McpServer server, NamedText header, CredentialCommand helper) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        header.value().location(),
        "The header `"
            + subject.redactor().redact(header.name())
            + "` is set to the output of `"
            + subject.redactor().redact(helper.origin(), helper.program())
            + "`, which the client runs.");
  }

  private static DetectedProblem found(
      DetectionSubject subject,
      String server,
      String name,
      Location location,
      CredentialCommand helper) {
    return DetectedProblem.of(
        CHECK,
        server,
        location,
        "`"
            + subject.redactor().redact(name)
            + "` runs `"
            + subject.redactor().redact(helper.origin(), helper.program())
            + "` whenever the client needs the value, and its output is sent.");
  }
}
