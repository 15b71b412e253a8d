package io.svc.scanner.scan;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.DetectedProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The parts of a file that can have a problem: servers, hooks, texts and the client. */
final class AffectedPart {
  private static final String SERVER = "server";

  private final List<McpServer> entries;

  /** The number of the first entry with a member, by the pointer of the member. */
  private final Map<String, Integer> numbers = new HashMap<>();

  /** Finds the parts of a file. */
  AffectedPart(McpConfig config) {
    this.entries = config.clientEntries();
    for (int i = 0; i < entries.size(); i++) {
      for (Member member : entries.get(i).entry().members()) {
        numbers.putIfAbsent(member.value().location().pointer(), i);
      }
    }
  }

  /** Returns the noun of the part for the remediation of a problem. */
  String of(DetectedProblem problem) {
    if (!problem.server().isEmpty() || entries.isEmpty()) {
      return SERVER;
    }
    String pointer = problem.location().pointer();
    int number = entries.size();
    for (int end = pointer.length(); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      number = Math.min(number, numbers.getOrDefault(pointer.substring(0, end), number));
    }
    return number == entries.size() ? SERVER : entries.get(number).noun();
  }
}
