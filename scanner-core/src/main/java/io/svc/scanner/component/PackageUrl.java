package io.svc.scanner.component;

import io.svc.rules.Ecosystem;
import io.svc.scanner.launch.ImageReference;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Formats package URLs (purl) in the canonical form of the specification. Each type has its own
 * rules for case and for the registry. Each part is percent-encoded separately.
 */
final class PackageUrl {
  /** The registry of Deno, which has no package URL type. */
  static final String JSR = "jsr";

  static final String GO = Ecosystem.GO.label();

  private static final String HEX = "0123456789ABCDEF";

  private PackageUrl() {}

  /**
   * Returns the URL of a package with or without a version; empty for an ecosystem without a type.
   */
  static String ofPackage(String ecosystem, String name, String version) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (ecosystem.equals(Ecosystem.NPM.label())) {
      return "pkg:npm/" + path(lower) + version(version);
    }
    if (ecosystem.equals(Ecosystem.PYPI.label())) {
      return "pkg:pypi/" + encoded(lower.replace('_', '-')) + version(version);
    }
    if (ecosystem.equals(GO)) {
      // Tags of Go modules start with v, versions of packages do not; commits have no prefix.
      boolean isTag = version.indexOf('.') >= 0;
      return "pkg:golang/" + path(lower) + version(isTag ? "v" + version : version);
    }
    return "";
  }

  /**
   * Returns the URL of an image. An image with a digest is the same in every registry, so the
   * registry is a qualifier. An image with a tag depends on its registry.
   */
  static String ofImage(ImageReference image) {
    String name = image.name();
    String registry = registry(name);
    String repository = registry.isEmpty() ? name : name.substring(registry.length() + 1);
    if (image.digest().isEmpty()) {
      return "pkg:docker/"
          + path(repository)
          + version(image.tag())
          + (registry.isEmpty() ? "" : "?repository_url=" + encoded(registry));
    }
    String atHub = repository.indexOf('/') < 0 ? "library/" + repository : repository;
    String location = registry.isEmpty() ? "docker.io/" + atHub : name;
    return "pkg:oci/"
        + encoded(repository.substring(repository.lastIndexOf('/') + 1))
        + version(image.digest())
        + "?repository_url="
        + encoded(location)
        + (image.tag().isEmpty() ? "" : "&tag=" + encoded(image.tag()));
  }

  /** Returns the URL of a repository, with or without a commit. */
  static String ofRepository(String forge, String path, String commit) {
    return "pkg:" + forge + "/" + path(path) + version(commit);
  }

  /** Returns the first part of a name if it is a host; empty for an image of Docker Hub. */
  private static String registry(String name) {
    int slash = name.indexOf('/');
    String first = slash < 0 ? "" : name.substring(0, slash);
    boolean isHost = first.indexOf('.') >= 0 || first.indexOf(':') >= 0;
    return isHost || first.equals("localhost") ? first : "";
  }

  private static String version(String version) {
    return version.isEmpty() ? "" : "@" + encoded(version);
  }

  /** Formats namespace and name. */
  private static String path(String path) {
    StringBuilder encoded = new StringBuilder(path.length() + 8);
    for (String segment : path.split("/", -1)) {
      // Empty segments have no meaning.
      if (!segment.isEmpty()) {
        encoded.append(encoded.isEmpty() ? "" : "/").append(encoded(segment));
      }
    }
    return encoded.toString();
  }

  private static String encoded(String part) {
    StringBuilder encoded = new StringBuilder(part.length() + 8);
    for (byte b : part.getBytes(StandardCharsets.UTF_8)) {
      if (isUnreserved(b)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnreserved(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || "-._~".indexOf(b) >= 0;
  }
}
