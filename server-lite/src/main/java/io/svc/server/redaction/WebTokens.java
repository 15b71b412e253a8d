package io.svc.server.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * JSON Web Tokens, signed (RFC 7515, section 7.1), encrypted (RFC 7516, section 7.1) or unsigned.
 * This includes examples in documentation.
 */
final class WebTokens implements Recognizer {
  private static final String HEAD = "eyJ";
  private static final int LONGEST_HEADER = 8_192;
  private static final int MAX_PARTS = 5;

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    String text = passage.text();
    int start = text.indexOf(HEAD);
    while (start >= 0) {
      int next = start + HEAD.length();
      if (!isDigit(passage.at(start - 1))) {
        next = findAt(passage, start, matches);
      }
      start = text.indexOf(HEAD, next);
    }
  }

  /** Checks a possible token at an index; returns the index to continue with. */
  private static int findAt(TextWithContext passage, int start, RecognitionCollector matches) {
    int headerEnd = endOfPart(passage, start);
    if (passage.at(headerEnd) != '.' || headerEnd - start > LONGEST_HEADER) {
      return headerEnd;
    }
    int parts = 1;
    int end = headerEnd;
    while (parts < MAX_PARTS && passage.at(end) == '.') {
      int partEnd = endOfPart(passage, end + 1);
      boolean isLastOfPlain = partEnd == end + 1 && parts != 2;
      if (isLastOfPlain && parts != 1) {
        break;
      }
      end = partEnd;
      parts++;
    }
    boolean isToken = (parts == 3 || parts == MAX_PARTS) && isHeader(passage, start, headerEnd);
    if (isToken) {
      matches.add(EntityType.JWT, start, end, 1);
      return end;
    }
    return headerEnd;
  }

  private static int endOfPart(TextWithContext passage, int from) {
    int end = from;
    while (isDigit(passage.at(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_';
  }

  private static boolean isHeader(TextWithContext passage, int start, int end) {
    try {
      byte[] header = Base64.getUrlDecoder().decode(passage.text().substring(start, end));
      return new String(header, StandardCharsets.UTF_8).contains("\"alg\"");
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
