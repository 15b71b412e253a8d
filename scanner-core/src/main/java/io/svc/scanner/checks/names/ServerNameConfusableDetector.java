package io.svc.scanner.checks.names;

import io.svc.rules.PackageCatalog;
import io.svc.rules.Severity;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.detect.ServerFacts;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Detects servers whose name looks like the name of another server, or mixes scripts within a word,
 * according to Unicode Technical Standard 39 (confusable detection, mixed-script detection).
 */
public final class ServerNameConfusableDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "names/server-name-confusable",
          "server_name_confusable",
          Severity.HIGH,
          "a server name looks like another name",
          "Find out who added the entry. Write the name in ASCII letters, or remove the entry.");

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    Map<String, String> namesBySkeleton = new HashMap<>();
    for (McpServer server : subject.config().servers()) {
      String folded = PackageCatalog.folded(server.name());
      ServerFacts facts = subject.facts(server);
      String key = facts.nameKey();
      String other = namesBySkeleton.putIfAbsent(key, server.name());
      String twin =
          other == null || PackageCatalog.folded(other).equals(folded)
              ? confusableName(subject, folded, facts)
              : other;
      if (!twin.isEmpty()) {
        detections.add(
            detection(server, "looks like `" + twin + "` but uses different characters"));
      } else if (mixesScripts(server.name())) {
        detections.add(detection(server, "mixes similar letters of several scripts within a word"));
      }
    }
    return detections;
  }

  private static DetectedProblem detection(McpServer server, String description) {
    return DetectedProblem.of(
        CHECK,
        server.name(),
        server.nameLocation(),
        "The name " + description + ": users and models can mistake it for another server.");
  }

  /** Returns a confusable name from another file or a well-known one, or an empty text. */
  private static String confusableName(DetectionSubject subject, String folded, ServerFacts facts) {
    for (NeighborServer neighbor : subject.machine().neighbors()) {
      boolean isSame = PackageCatalog.folded(neighbor.name()).equals(folded);
      if (!isSame && neighbor.key().equals(facts.nameKey())) {
        return neighbor.name();
      }
    }
    Optional<PackageCatalog.Server> wellKnown = facts.wellKnown();
    if (wellKnown.isEmpty() || isNameOf(wellKnown.get(), folded)) {
      return "";
    }
    return wellKnown.get().name();
  }

  private static boolean isNameOf(PackageCatalog.Server server, String folded) {
    if (PackageCatalog.folded(server.name()).equals(folded)) {
      return true;
    }
    for (String alias : server.aliases()) {
      if (PackageCatalog.folded(alias).equals(folded)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a word mixes Latin, Greek and Cyrillic letters. These scripts have confusable
   * letters and are not mixed in ordinary words.
   */
  private static boolean mixesScripts(String name) {
    if (isAscii(name)) {
      return false;
    }
    UnicodeScript first = null;
    for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
      int c = name.codePointAt(i);
      if (!Character.isLetter(c)) {
        first = null;
      } else {
        UnicodeScript script = UnicodeScript.of(c);
        boolean hasTwins =
            script == UnicodeScript.LATIN
                || script == UnicodeScript.GREEK
                || script == UnicodeScript.CYRILLIC;
        if (hasTwins && first != null && first != script) {
          return true;
        }
        first = hasTwins ? script : first;
      }
    }
    return false;
  }

  private static boolean isAscii(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }
}
