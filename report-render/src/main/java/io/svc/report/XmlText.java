package io.svc.report;

/**
 * Text for XML 1.0. Characters that XML forbids even as references are among those that {@link
 * PlainText} spells out, so nothing of a text is lost.
 */
final class XmlText {
  private XmlText() {}

  /** Text for an element's content or for the value of an attribute in double quotes. */
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
