package io.svc.report;

import java.io.IOException;
import java.io.Writer;

/**
 * HTML being written. Every text and every attribute's value is escaped, and characters that act or
 * hide are spelled out (see {@link PlainText}), so that nothing but {@link #html} can write a tag
 * of its own. For one thread.
 */
final class Markup {
  private final StringBuilder html = new StringBuilder();

  /** Begins an element; attributes are names and values in turn, an empty value is left out. */
  Markup open(String element, String... attributes) {
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

  /** Ends an element. */
  Markup close(String element) {
    html.append("</").append(element).append('>');
    return this;
  }

  /** Ends an element that is worth a line of its own. */
  Markup closeLine(String element) {
    return close(element).line();
  }

  /** An element that holds a text and nothing else. */
  Markup element(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close(element);
  }

  /** Any text. */
  Markup text(String text) {
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

  /** HTML that is known to be safe: of {@link HtmlMarkdown}, or a literal. */
  Markup html(String safe) {
    html.append(safe);
    return this;
  }

  /** Ends a line, which only readers of the source see. */
  Markup line() {
    html.append('\n');
    return this;
  }

  /** Writes what there is so far, and forgets it. */
  void writeTo(Writer out) throws IOException {
    out.append(html);
    html.setLength(0);
  }
}
