package io.svc.report;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * How parts of a BOM are referred to: the same part has the same reference in every BOM, and no two
 * parts share one, whatever they are called.
 */
final class BomReference {
  static final String ROOT = "mcp-configuration";

  private static final String HEX = "0123456789ABCDEF";

  /** What may stand in an IRI as it is, beside letters and digits. */
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

  /** A package URL is a reference by itself; what has none is named by all that is known of it. */
  static String ofComponent(ListedComponent component) {
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
   * An address as an IRI reference, for readers that accept nothing else. What a file has may be
   * none: it can hold blanks, and braces of a reference that is filled in later.
   */
  static String iri(String address) {
    String iri = encoded(address, RESERVED);
    int end = 0;
    while (end < iri.length() && ":/?#".indexOf(iri.charAt(end)) < 0) {
      end++;
    }
    // In 10.0.0.1:8080/mcp the colon would end a scheme.
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
