package io.svc.scanner.component;

import io.svc.rules.Ecosystem;
import io.svc.scanner.launch.ImageReference;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Writes package URLs (purl), in the canonical form of the specification: each type has rules of
 * its own on case and on where a registry stands, and every part is percent-encoded by itself.
 */
final class PackageUrl {
  /** The registry of Deno, which has no type of package URL. */
  static final String JSR = "jsr";

  static final String GO = Ecosystem.GO.label();

  private static final String HEX = "0123456789ABCDEF";

  private PackageUrl() {}

  /**
   * The package of an ecosystem, in one version or in none; empty where there is no type for it.
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
      // Tags of modules begin with a v, which the package's version does not have; commits do not.
      boolean isTag = version.indexOf('.') >= 0;
      return "pkg:golang/" + path(lower) + version(isTag ? "v" + version : version);
    }
    return "";
  }

  /**
   * An image: one with a digest is the same in every registry, so its registry is a qualifier; one
   * with a tag is what its registry says.
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

  /** A repository of a forge, at one commit or at none. */
  static String ofRepository(String forge, String path, String commit) {
    return "pkg:" + forge + "/" + path(path) + version(commit);
  }

  /** The first part of a name, where it is a host; empty for an image of Docker Hub. */
  private static String registry(String name) {
    int slash = name.indexOf('/');
    String first = slash < 0 ? "" : name.substring(0, slash);
    boolean isHost = first.indexOf('.') >= 0 || first.indexOf(':') >= 0;
    return isHost || first.equals("localhost") ? first : "";
  }

  private static String version(String version) {
    return version.isEmpty() ? "" : "@" + encoded(version);
  }

  /** Namespace and name. */
  private static String path(String path) {
    StringBuilder encoded = new StringBuilder(path.length() + 8);
    for (String segment : path.split("/", -1)) {
      // Empty segments mean nothing.
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
