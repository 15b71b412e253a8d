package io.svc.scanner.component;

import io.svc.scanner.config.Location;

/**
 * A part of the configured setup: a server, or something that a server fetches or connects to. All
 * texts are masked.
 *
 * @param kind kind of the component
 * @param server name of the server that uses it
 * @param ecosystem registry of a package: {@code npm}, {@code PyPI}, {@code Go} or {@code jsr};
 *     empty for other kinds
 * @param name name of the server, package, image or repository; the address of an endpoint
 * @param version exact version of a package, tag of an image, commit of a repository; empty when
 *     the file does not specify one
 * @param requested requested version if it is not exact, such as {@code latest} or {@code ^1.2};
 *     empty when none is requested or the version is exact
 * @param digest digest of an image, such as {@code sha256:<hex>}; empty when not specified
 * @param purl package URL; empty when there is none or when it would contain a masked part
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

  /** The kinds of components. */
  public enum Kind {
    /** An entry of the file. */
    SERVER("server"),
    /** A package that a launcher fetches from a registry. */
    PACKAGE("package"),
    /** A container image. */
    IMAGE("image"),
    /** A repository whose code is fetched and run. */
    SOURCE("source"),
    /** An address of an MCP endpoint. */
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
