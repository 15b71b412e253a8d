package io.svc.scanner.component;

import io.svc.scanner.config.Location;

/**
 * A part of what a config file puts to work: a server, or something that a server fetches or
 * reaches. Every text is masked.
 *
 * @param server name of the server that it belongs to
 * @param ecosystem the registry of a package: {@code npm}, {@code PyPI}, {@code Go} or {@code jsr};
 *     empty for what is no package
 * @param name of the server, the package, the image or the repository; the address of an endpoint
 * @param version the one version of a package, the tag of an image, the commit of a repository;
 *     empty when the file names none
 * @param requested what the file asks for instead of one version, such as {@code latest} or {@code
 *     ^1.2}; empty when it asks for nothing, or for one version
 * @param digest of an image, such as {@code sha256:<hex>}; empty when the file names none
 * @param purl package URL; empty for what has none, and where it would hold a masked part
 */
public record Component(
    Kind kind,
    String server,
    String ecosystem,
    String name,
    String version,
    String requested,
    String digest,
    String purl,
    Location location) {

  /** What a component is. */
  public enum Kind {
    /** An entry of the file. */
    SERVER("server"),
    /** A package that a launcher fetches from a registry. */
    PACKAGE("package"),
    /** A container image. */
    IMAGE("image"),
    /** A repository whose code is fetched and run. */
    SOURCE("source"),
    /** An address at which MCP is spoken to. */
    ENDPOINT("endpoint");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
