package io.svc.scanner.checks.packages;

import io.svc.rules.Ecosystem;
import io.svc.rules.PackageCatalog;
import io.svc.rules.RecentResults;
import io.svc.rules.Severity;
import io.svc.rules.definition.EditDistance;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.detect.Check;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionLists;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.Detector;
import io.svc.scanner.detect.PackageUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects packages whose name resembles a well-known one (typosquatting). The variants are from
 * Taylor et al., "Defending Against Package Typosquatting" (NSS 2020): one edit, look-alike
 * characters, another scope, other separators.
 */
public final class TyposquatPackageDetector implements Detector {
  private static final Check CHECK =
      new Check(
          "supply-chain/typosquat-package",
          "typosquat_package",
          Severity.HIGH,
          "a package name is similar to a well-known one",
          "Compare the name with the publisher's documentation and correct it. If the package is"
              + " intended, pin it and suppress this finding with a reason.");

  /**
   * Minimum length of a word with an edit. Shorter words often differ by one letter: git and gis,
   * time and tide.
   */
  private static final int SHORTEST_WORD = 5;

  /** Results by ecosystem and name of a package as written. */
  private static final RecentResults<String, Optional<Similarity>> RECENT =
      new RecentResults<>(1_024);

  @Override
  public Check check() {
    return CHECK;
  }

  @Override
  public List<DetectedProblem> detect(DetectionSubject subject) {
    List<DetectedProblem> detections = new ArrayList<>();
    for (McpServer server : subject.config().entries()) {
      for (PackageUse use : subject.facts(server).packages()) {
        Optional<Similarity> similarity = similarTo(use);
        if (similarity.isPresent()) {
          detections.add(detection(subject, server, use, similarity.get()));
        }
      }
    }
    return detections;
  }

  private record Similarity(String known, String words) {}

  private static DetectedProblem detection(
      DetectionSubject subject, McpServer server, PackageUse use, Similarity similarity) {
    String name = subject.redactor().redact(use.word().origin(), use.name());
    return DetectedProblem.of(
            CHECK,
            server.name(),
            use.word().origin().location(),
            "`"
                + name
                + "` is "
                + similarity.words
                + " the well-known `"
                + similarity.known
                + "`, which may be typosquatting.")
        .with("package", name)
        .with("well_known", similarity.known);
  }

  private static Optional<Similarity> similarTo(PackageUse use) {
    String key = use.ecosystem().name() + ' ' + use.name();
    Optional<Similarity> similarity = RECENT.get(key);
    if (similarity == null) {
      similarity = findSimilar(use);
      RECENT.put(key, similarity);
    }
    return similarity;
  }

  private static Optional<Similarity> findSimilar(PackageUse use) {
    PackageCatalog catalog = DetectionLists.packages();
    Ecosystem ecosystem = use.ecosystem();
    String name = ecosystem.normal(use.name());
    boolean isKnown = catalog.isListed(ecosystem, name) || catalog.isFirstParty(ecosystem, name);
    if (isKnown || name.indexOf('$') >= 0 || name.indexOf('{') >= 0) {
      return Optional.empty();
    }
    String ascii = ecosystem.normal(DetectionLists.toAscii(name));
    if (!ascii.equals(name) && catalog.isListed(ecosystem, ascii)) {
      return Optional.of(new Similarity(ascii, "written with letters that look like those of"));
    }
    String twin = catalog.lookingLike(ecosystem, name);
    if (!twin.isEmpty()) {
      return Optional.of(new Similarity(twin, "written with characters that look like those of"));
    }
    for (int length = name.length() - 1; length <= name.length() + 1; length++) {
      for (String knownName : catalog.packagesOfLength(ecosystem, length)) {
        if (EditDistance.isSingleEdit(name, knownName) && isSignificantEdit(name, knownName)) {
          return Optional.of(new Similarity(knownName, "one letter away from"));
        }
      }
    }
    return otherScope(name, ecosystem, catalog);
  }

  /**
   * Returns whether the edit is in a word that is long enough for a typo, and not in a digit of a
   * version.
   */
  private static boolean isSignificantEdit(String name, String knownName) {
    int head = 0;
    int shorter = Math.min(name.length(), knownName.length());
    while (head < shorter && name.charAt(head) == knownName.charAt(head)) {
      head++;
    }
    if (isDigitAt(name, head) || isDigitAt(knownName, head)) {
      return false;
    }
    int start = head;
    while (start > 0 && Character.isLetterOrDigit(knownName.charAt(start - 1))) {
      start--;
    }
    int end = head;
    while (end < knownName.length() && Character.isLetterOrDigit(knownName.charAt(end))) {
      end++;
    }
    // An edited separator joins or splits words: mcp-remote and mcpremote.
    boolean isSeparator =
        head < knownName.length() && !Character.isLetterOrDigit(knownName.charAt(head));
    boolean isMcpPrefix =
        knownName.length() >= SHORTEST_WORD * 2 && knownName.startsWith("mcp", start);
    return isSeparator
        ? knownName.length() >= SHORTEST_WORD * 2
        : end - start >= SHORTEST_WORD || isMcpPrefix;
  }

  private static boolean isDigitAt(String text, int index) {
    return index < text.length() && Character.isDigit(text.charAt(index));
  }

  /**
   * Returns a known package in another scope or without a scope, such as
   * {@code @modelcontextprotocol/server-github}.
   */
  private static Optional<Similarity> otherScope(
      String name, Ecosystem ecosystem, PackageCatalog catalog) {
    if (ecosystem != Ecosystem.NPM) {
      return Optional.empty();
    }
    int slash = name.indexOf('/');
    String bare = name.substring(slash + 1);
    String knownName = catalog.scoped(bare);
    if (!knownName.isEmpty()) {
      return Optional.of(new Similarity(knownName, "under another scope than"));
    }
    if (slash < 0) {
      return Optional.empty();
    }
    String ownScope = name.substring(0, slash);
    for (int length = slash - 1; length <= slash + 1; length++) {
      for (String scope : catalog.scopesOfLength(length)) {
        if (length > SHORTEST_WORD && EditDistance.isSingleEdit(ownScope, scope)) {
          return Optional.of(new Similarity(scope + "/" + bare, "in a scope one letter away from"));
        }
      }
    }
    return Optional.empty();
  }
}
