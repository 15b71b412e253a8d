package io.svc.report;

import java.io.IOException;
import java.io.Writer;

/**
 * An HTML builder. It escapes every text and attribute value, and spells out control and invisible
 * characters (see {@link PlainText}). Only {@link #html} can write tags. Not thread-safe.
 */
final class HtmlBuilder {
  private final StringBuilder html = new StringBuilder();

  /**
   * Opens an element. Attributes are alternating names and values; one with an empty value is
   * omitted.
   */
  HtmlBuilder open(String element, String... attributes) {
    html.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      html.append(' ').append(attributes[i]);
      if (!attributes[i + 1].isEmpty()) {
        html.append("=\"");
        text(attributes[i + 1]);
        html.append('"');
      }
    }
    html.append('>');
    return this;
  }

  /** Closes an element. */
  HtmlBuilder close(String element) {
    html.append("</").append(element).append('>');
    return this;
  }

  /** Closes an element and ends the line. */
  HtmlBuilder closeLine(String element) {
    return close(element).line();
  }

  /** Adds an element that contains only text. */
  HtmlBuilder element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close(element);
  }

  /** Adds text. */
  HtmlBuilder text(String text) {
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      switch (codePoint) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        default -> PlainText.append(html, codePoint);
      }
      i += Character.charCount(codePoint);
    }
    return this;
  }

  /** Adds trusted HTML: from {@link HtmlMarkdown}, or a literal. */
  HtmlBuilder html(String safe) {
    html.append(safe);
    return this;
  }

  /** Ends a line of the source, which is not visible in the page. */
  HtmlBuilder line() {
    html.append('\n');
    return this;
  }

  /** Writes the buffered HTML and clears the buffer. */
  void writeTo(Writer out) throws IOException {
    out.append(html);
    html.setLength(0);
  }
}
