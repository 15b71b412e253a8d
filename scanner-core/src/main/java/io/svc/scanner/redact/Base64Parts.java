package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigReader;
import java.nio.charset.StandardCharsets;

/** Tests the decoded content of Base64 in a token. */
final class Base64Parts {
  private static final int SHORTEST_WORD = 3;
  private static final int LONGEST_WORD = 64;
  private static final int SHORTEST_REST = 8;
  private static final int LONGEST_PREFIX = 6;

  private static final int MACAROON_VERSION = 2;
  private static final int LOCATION = 1;
  private static final int IDENTIFIER = 2;
  private static final int SIGNATURE = 6;
  private static final int SIGNATURE_LENGTH = 32;

  private Base64Parts() {}

  /** Matches {@code glc_eyJ…} and {@code sntrys_eyJ…_…}: a JSON object from the first digit on. */
  static boolean hasJson(String token) {
    int start = token.indexOf("eyJ");
    if (start < 0) {
      return false;
    }
    int end = start;
    while (end < token.length() && SecretCandidate.digit(token.charAt(end)) >= 0) {
      end++;
    }
    // An underscore may be a digit, or separate the object from the following part.
    int separator = token.lastIndexOf('_', end - 1);
    return isJson(token.substring(start, end))
        || (separator > start && isJson(token.substring(start, separator)));
  }

  private static boolean isJson(String encoded) {
    byte[] decoded = Base64Text.decode(encoded);
    return decoded != null
        && ConfigReader.readJson(new String(decoded, StandardCharsets.UTF_8))
            .filter(node -> node instanceof ConfigObject)
            .isPresent();
  }

  /** Matches a word, a colon and more text, after an optional prefix. */
  static boolean hasFields(String token) {
    int start = token.startsWith("ABSK") ? 4 : 0;
    for (int i = 0; i < LONGEST_PREFIX && i < token.length(); i++) {
      char c = token.charAt(i);
      start = c == '_' || c == '-' ? i + 1 : start;
    }
    byte[] decoded = Base64Text.decode(token.substring(start));
    if (decoded == null) {
      return false;
    }
    int colon = 0;
    while (colon < decoded.length && isWordCharacter(decoded[colon])) {
      colon++;
    }
    return colon >= SHORTEST_WORD
        && colon <= LONGEST_WORD
        && decoded.length - colon > SHORTEST_REST
        && decoded[colon] == ':';
  }

  private static boolean isWordCharacter(byte b) {
    return SecretCandidate.digit((char) b) >= 0 && b != '+' && b != '/';
  }

  static boolean beginsWithDigits(String token) {
    int dot = token.indexOf('.');
    byte[] decoded = dot <= 0 ? null : Base64Text.decode(token.substring(0, dot));
    if (decoded == null) {
      return false;
    }
    for (byte b : decoded) {
      if (b < '0' || b > '9') {
        return false;
      }
    }
    return decoded.length > 0;
  }

  /**
   * Matches a macaroon in the binary format, version 2 (libmacaroons, doc/format.txt): a version,
   * packets of type, length and content, a zero after each section, and a signature of 32 bytes.
   */
  static boolean isMacaroon(String token) {
    byte[] bytes = Base64Text.decode(token.substring(token.indexOf('-') + 1));
    if (bytes == null || bytes.length < SIGNATURE_LENGTH + 8 || bytes[0] != MACAROON_VERSION) {
      return false;
    }
    int identifier = bytes[1] == LOCATION ? 3 + (bytes[2] & 255) : 1;
    int signature = bytes.length - SIGNATURE_LENGTH - 2;
    return identifier < signature
        && bytes[identifier] == IDENTIFIER
        && bytes[signature] == SIGNATURE
        && bytes[signature + 1] == SIGNATURE_LENGTH
        && bytes[signature - 1] == 0;
  }

  /**
   * Tests the clamping of a key (RFC 7748, section 5): the lowest three bits and the highest bit
   * are clear, the second highest bit is set.
   */
  static boolean isClampedKey(String key) {
    byte[] bytes = Base64Text.decode(key);
    return bytes != null && bytes.length == 32 && (bytes[0] & 7) == 0 && (bytes[31] & 192) == 64;
  }
}
