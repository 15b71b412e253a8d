package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the parts of a field that decode to text. The number of times that a character is decoded
 * is bounded for any text.
 */
final class EncodedParts {
  /** The maximum length of a part that is decoded. */
  private static final int LONGEST = SettingsText.LONGEST;

  private static final int SHORTEST = 8;

  /** Parts after this number are not decoded. */
  static final int MAX_PARTS = 1_000;

  /** The maximum number of positions in a word where Base64 may start; paths contain more. */
  private static final int MAX_STARTS = 16;

  private static final String WEB_TOKEN = "eyJ";

  /** A part that decodes to text, with the name of its encoding. */
  record Part(String encoded, String decoded, String encoding) {}

  private final SecretCandidate field;
  private final String text;
  private final List<Part> parts = new ArrayList<>();

  private EncodedParts(SecretCandidate field) {
    this.field = field;
    this.text = field.text();
  }

  static List<Part> of(SecretCandidate field) {
    EncodedParts found = new EncodedParts(field);
    if (!found.text.startsWith("data:image/")) {
      found.addWords();
      if (found.text.indexOf('%') >= 0) {
        found.addEscaped();
      }
    }
    return found.parts;
  }

  private void addWords() {
    int start = 0;
    while (start < text.length() && parts.size() < MAX_PARTS) {
      int end = start;
      while (end < text.length() && (isDigit(end) || (end > start && isFold(end)))) {
        end++;
      }
      if (end > start) {
        addWord(start, end);
      }
      start = end + 1;
    }
  }

  private boolean isDigit(int index) {
    return SecretCandidate.digit(text.charAt(index)) >= 0;
  }

  /** Returns true for a line break within Base64. */
  private boolean isFold(int index) {
    char c = text.charAt(index);
    return (c == '\n' && index + 1 < text.length() && isDigit(index + 1))
        || (c == '\r' && text.startsWith("\n", index + 1));
  }

  private void addWord(int start, int end) {
    int from = start;
    for (int i = 0; i < MAX_STARTS && from < end; i++) {
      int next = from;
      while (next < end && text.charAt(next) != '/' && text.charAt(next) != '\n') {
        next++;
      }
      if (addHex(from, next) || addBase64(from, end) || addBase64(from, next)) {
        return;
      }
      from = next + 1;
    }
  }

  private boolean addBase64(int start, int end) {
    if (!field.isTextAt(start) || isWebToken(start, end)) {
      return false;
    }
    StringBuilder decoded = new StringBuilder();
    int bits = 0;
    int count = 0;
    for (int i = start; i < end && decoded.length() < LONGEST; i++) {
      int digit = SecretCandidate.digit(text.charAt(i));
      if (digit >= 0) {
        bits = (bits << 6) | digit;
        count += 6;
        if (count >= 8) {
          count -= 8;
          if (!append(decoded, (bits >> count) & 255)) {
            return false;
          }
        }
      }
    }
    return count < 6 && add(start, endOfPadding(end), decoded, "base64-encoded");
  }

  /** Returns true for the parts of a JWT, which is tested as a unit. */
  private boolean isWebToken(int start, int end) {
    boolean isBehindDot = start > 0 && text.charAt(start - 1) == '.';
    return text.startsWith(WEB_TOKEN, start) && (isBehindDot || text.startsWith(".", end));
  }

  private int endOfPadding(int from) {
    int end = from;
    for (int i = 0; i < 2; i++) {
      if (text.startsWith("=", end)) {
        end++;
      } else if (text.regionMatches(true, end, "%3d", 0, 3)) {
        end += 3;
      }
    }
    return end;
  }

  private boolean addHex(int start, int end) {
    if (!field.isHexTextAt(start) || (end - start) % 2 != 0) {
      return false;
    }
    StringBuilder decoded = new StringBuilder();
    for (int i = start; i < end && decoded.length() < LONGEST; i += 2) {
      if (!append(decoded, field.hex(i))) {
        return false;
      }
    }
    return add(start, end, decoded, "hex-encoded");
  }

  private void addEscaped() {
    int start = 0;
    while (start < text.length() && parts.size() < MAX_PARTS) {
      int end = start;
      StringBuilder decoded = new StringBuilder();
      boolean isText = true;
      boolean isEscaped = false;
      while (end < text.length() && isUnreserved(text.charAt(end))) {
        boolean isEscape = text.charAt(end) == '%' && field.hex(end + 1) >= 0;
        isEscaped |= isEscape;
        if (decoded.length() < LONGEST) {
          isText &= append(decoded, isEscape ? field.hex(end + 1) : text.charAt(end));
        }
        end += isEscape ? 3 : 1;
      }
      if (isText && isEscaped) {
        add(start, end, decoded, "percent-encoded");
      }
      start = end + 1;
    }
  }

  /** Returns true for unreserved characters of a URL (RFC 3986), and for the start of an escape. */
  private static boolean isUnreserved(char c) {
    return (SecretCandidate.digit(c) >= 0 && c != '/') || "%.~!*()".indexOf(c) >= 0;
  }

  private boolean add(int start, int end, StringBuilder decoded, String encoding) {
    if (decoded.length() < SHORTEST) {
      return false;
    }
    parts.add(new Part(text.substring(start, end), decoded.toString(), encoding));
    return true;
  }

  private static boolean append(StringBuilder decoded, int c) {
    if (SecretCandidate.isText(c)) {
      decoded.append((char) c);
    }
    return SecretCandidate.isText(c);
  }
}
