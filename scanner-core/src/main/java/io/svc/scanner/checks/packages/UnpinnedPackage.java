package io.svc.scanner.checks.packages;

import io.svc.rules.Ecosystem;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.launch.ContainerRun;
import io.svc.scanner.launch.ImageReference;
import io.svc.scanner.launch.PackageSpec;
import io.svc.scanner.redact.References;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A package or an image without a pinned version, as input for fixes.
 *
 * @param findingType type of the finding
 * @param name name in the registry
 * @param word word of the command line that names it
 * @param launcher program that runs it
 */
public record UnpinnedPackage(
    String findingType,
    String server,
    Ecosystem ecosystem,
    String name,
    Word word,
    String launcher) {
  private static final String DIGEST = "sha256:";
  private static final int DIGEST_LENGTH = DIGEST.length() + 64;

  /** Returns all uses in a file, one per word, in the order of the servers. */
  public static List<UnpinnedPackage> in(DetectionSubject subject) {
    List<UnpinnedPackage> uses = new ArrayList<>();
    for (McpServer server : subject.config().servers()) {
      Set<String> seen = new HashSet<>();
      for (Launch launch : subject.commands(server)) {
        addPackage(server, launch, seen, uses);
        addImage(subject, server, launch, seen, uses);
      }
    }
    return uses;
  }

  private static void addPackage(
      McpServer server, Launch launch, Set<String> seen, List<UnpinnedPackage> uses) {
    Optional<PackageSpec> found = PackageSpec.of(launch);
    if (found.isPresent() && found.get().pin() != PackageSpec.Pin.EXACT) {
      PackageSpec spec = found.get();
      if (seen.add(identityOf(spec.word()))) {
        uses.add(
            new UnpinnedPackage(
                "unpinned_package",
                server.name(),
                spec.ecosystem(),
                spec.name(),
                spec.word(),
                spec.launcher()));
      }
    }
  }

  private static void addImage(
      DetectionSubject subject,
      McpServer server,
      Launch launch,
      Set<String> seen,
      List<UnpinnedPackage> uses) {
    Optional<ContainerRun> run = subject.facts(server).container(launch);
    if (run.isEmpty() || run.get().image().isEmpty()) {
      return;
    }
    Word word = run.get().image().get();
    Optional<ImageReference> image = ImageReference.of(word.text());
    boolean isUnpinned = image.isPresent() && image.get().pin() != ImageReference.Pin.DIGEST;
    if (isUnpinned && seen.add(identityOf(word))) {
      uses.add(
          new UnpinnedPackage(
              "unpinned_container_image",
              server.name(),
              Ecosystem.IMAGE,
              image.get().name(),
              word,
              run.get().engine()));
    }
  }

  private static String identityOf(Word word) {
    return word.origin().location().pointer() + '\n' + word.text();
  }

  /** Returns whether a name that a user typed denotes this package or image. */
  public boolean isNamed(String other) {
    if (ecosystem == Ecosystem.PYPI) {
      return normalized(name).equals(normalized(other));
    }
    Optional<ImageReference> image =
        ecosystem == Ecosystem.IMAGE ? ImageReference.of(other) : Optional.empty();
    return image.isPresent() ? image.get().name().equals(name) : name.equals(other);
  }

  /** Normalizes a name according to PEP 503. */
  private static String normalized(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
  }

  /**
   * Returns the word with an exact version. Empty if the version is invalid or the word cannot
   * contain it.
   */
  public Optional<String> pinnedTo(String version) {
    if (References.occurIn(word.text())) {
      return Optional.empty();
    }
    return switch (ecosystem) {
      case IMAGE -> image(version);
      case PYPI -> pythonPackage(version);
      case NPM, GO -> otherPackage(version);
    };
  }

  private Optional<String> otherPackage(String version) {
    String text = word.text();
    int start = text.indexOf(name);
    String prefix = start < 0 ? "" : text.substring(0, start);
    String rest = start < 0 ? "/" : text.substring(start + name.length());
    boolean isGo = ecosystem == Ecosystem.GO;
    String full =
        isGo && !version.startsWith("v") && version.indexOf('.') > 0 ? "v" + version : version;
    boolean isPlain = rest.isEmpty() || (rest.startsWith("@") && rest.indexOf('/') < 0);
    return isPlain && isExact(full) ? Optional.of(prefix + name + "@" + full) : Optional.empty();
  }

  private Optional<String> pythonPackage(String version) {
    String text = word.text();
    boolean isJoined = text.startsWith("--from=") || text.startsWith("--spec=");
    int start = text.indexOf(name, isJoined ? "--from=".length() : 0);
    if (start < 0 || !isExact(version)) {
      return Optional.empty();
    }
    int end = start + name.length();
    if (text.startsWith("[", end) && text.indexOf(']', end) > 0) {
      end = text.indexOf(']', end) + 1;
    }
    String sign = text.startsWith("@", end) ? "@" : "==";
    boolean hasMarker = text.indexOf(';', end) >= 0;
    return hasMarker ? Optional.empty() : Optional.of(text.substring(0, end) + sign + version);
  }

  private boolean isExact(String version) {
    String written = ecosystem == Ecosystem.PYPI ? "==" + version : version;
    return new PackageSpec(launcher, name, written, word).pin() == PackageSpec.Pin.EXACT;
  }

  private Optional<String> image(String version) {
    String text = word.text().strip();
    int at = text.indexOf('@');
    String tagged = at < 0 ? text : text.substring(0, at);
    if (version.startsWith(DIGEST)) {
      boolean isFullDigest = version.length() == DIGEST_LENGTH;
      for (int i = DIGEST.length(); i < version.length(); i++) {
        isFullDigest &= Character.digit(version.charAt(i), 16) >= 0;
      }
      return isFullDigest ? Optional.of(tagged + "@" + version) : Optional.empty();
    }
    int colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
    String pinned = (colon < 0 ? tagged : tagged.substring(0, colon)) + ":" + version;
    Optional<ImageReference> image = ImageReference.of(pinned);
    boolean isVersion =
        image.isPresent()
            && image.get().pin() == ImageReference.Pin.VERSION
            && version.matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
    return isVersion ? Optional.of(pinned) : Optional.empty();
  }

  /**
   * Returns whether the version always denotes the same code, so that pinning it resolves the
   * finding.
   */
  public boolean isImmutable(String version) {
    return ecosystem != Ecosystem.IMAGE || version.startsWith(DIGEST);
  }
}
