package io.svc.report;

import java.nio.charset.StandardCharsets;

/**
 * The URI of a file (RFC 3986, RFC 8089), built from the name that {@link SourceRoot} returns.
 *
 * @param text the reference, percent-encoded
 * @param isInSourceRoot whether it is relative to the source root
 */
record ArtifactUri(String text, boolean isInSourceRoot) {
  private static final String UNRESERVED = "-._~";
  private static final String HEX = "0123456789ABCDEF";

  static ArtifactUri of(String name) {
    if (hasDrive(name)) {
      String path = name.replace('\\', '/');
      return new ArtifactUri("file:///" + path.charAt(0) + ":" + encoded(path.substring(2)), false);
    }
    if (name.startsWith("\\\\") || name.startsWith("//")) {
      return new ArtifactUri("file:" + encoded(name.replace('\\', '/')), false);
    }
    if (name.startsWith("/")) {
      return new ArtifactUri("file://" + encoded(name), false);
    }
    return new ArtifactUri(encoded(name), !name.startsWith("~/"));
  }

  /** Returns whether the name starts like an absolute path of Windows, on any system. */
  private static boolean hasDrive(String name) {
    return name.length() > 2
        && isLetter(name.charAt(0))
        && name.charAt(1) == ':'
        && (name.charAt(2) == '\\' || name.charAt(2) == '/');
  }

  private static String encoded(String path) {
    StringBuilder uri = new StringBuilder(path.length() + 16);
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (isLetter(c) || (c >= '0' && c <= '9') || c == '/' || UNRESERVED.indexOf(c) >= 0) {
        uri.append(c);
      } else {
        uri.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
      }
    }
    return uri.toString();
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
}
