package io.svc.report;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * Creates references to the parts of a BOM. The same part has the same reference in every BOM, and
 * no two parts share a reference.
 */
final class BomReference {
  static final String ROOT = "mcp-configuration";

  private static final String HEX = "0123456789ABCDEF";

  /** Characters allowed in an IRI, in addition to letters and digits. */
  private static final String RESERVED = "-._~:/?#[]@!$&'()*+,;=%";

  private BomReference() {}

  static String ofFile(String path) {
    return "file:" + encoded(path, "-._~/");
  }

  static String ofServer(String path, String name) {
    return "server:" + encoded(path, "-._~/") + "#" + encoded(name, "-._~");
  }

  static String ofService(String address) {
    return "service:" + encoded(address, "-._~/");
  }

  static String ofVulnerability(String id) {
    return "vulnerability:" + encoded(id, "-._~");
  }

  /** Returns the package URL as the reference, or else a reference built from all known fields. */
  static String ofComponent(ReportedComponent component) {
    return component.purl().isEmpty()
        ? component.kind()
            + ":"
            + encoded(component.name(), "-._~/")
            + "@"
            + encoded(component.version(), "-._~")
            + "#"
            + encoded(component.digest(), "-._~:")
        : component.purl();
  }

  /**
   * Returns an address as an IRI reference, which some readers require. The address in a file may
   * be invalid as an IRI: it can contain spaces, and the braces of a variable.
   */
  static String iri(String address) {
    String iri = encoded(address, RESERVED);
    int end = 0;
    while (end < iri.length() && ":/?#".indexOf(iri.charAt(end)) < 0) {
      end++;
    }
    // The colon of 10.0.0.1:8080/mcp would otherwise end a scheme.
    boolean isHost = iri.startsWith(":", end) && !iri.startsWith("://", end);
    String reference = isHost ? "//" + iri : iri;
    return isReference(reference) ? reference : encoded(address, "-._~/");
  }

  private static boolean isReference(String text) {
    try {
      return !new URI(text).toString().isEmpty();
    } catch (URISyntaxException | NumberFormatException e) {
      return false;
    }
  }

  private static String encoded(String text, String plain) {
    StringBuilder encoded = new StringBuilder(text.length() + 8);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isLetterOrDigit =
          (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
      if (isLetterOrDigit || plain.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      }
    }
    return encoded.toString();
  }
}
