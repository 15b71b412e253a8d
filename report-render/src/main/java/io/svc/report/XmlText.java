package io.svc.report;

/**
 * Escapes text for XML 1.0. {@link PlainText} spells out the characters that XML forbids even as
 * references, so no part of a text is lost.
 */
final class XmlText {
  private XmlText() {}

  /** Returns text for an element's content or for an attribute value in double quotes. */
  static String of(String text) {
    String plain = PlainText.of(text);
    StringBuilder xml = new StringBuilder(plain.length() + 16);
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      switch (c) {
        case '&' -> xml.append("&amp;");
        case '<' -> xml.append("&lt;");
        case '>' -> xml.append("&gt;");
        case '"' -> xml.append("&quot;");
        default -> xml.append(c);
      }
    }
    return xml.toString();
  }
}
