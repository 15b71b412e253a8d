package io.svc.scanner.scan;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.DetectedProblem;

/** The part of a file that has a problem: a server, a hook, a text or the client. */
final class AffectedPart {
  private static final String SERVER = "server";

  private AffectedPart() {}

  /** Returns the noun of the part for the remediation of a problem. */
  static String of(McpConfig config, DetectedProblem problem) {
    if (!problem.server().isEmpty()) {
      return SERVER;
    }
    String pointer = problem.location().pointer();
    for (McpServer entry : config.clientEntries()) {
      for (Member member : entry.entry().members()) {
        if (isWithin(pointer, member.value().location().pointer())) {
          return entry.noun();
        }
      }
    }
    return SERVER;
  }

  private static boolean isWithin(String pointer, String part) {
    return pointer.startsWith(part)
        && (pointer.length() == part.length() || pointer.charAt(part.length()) == '/');
  }
}
