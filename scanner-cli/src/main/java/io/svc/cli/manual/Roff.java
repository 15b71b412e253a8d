package io.svc.cli.manual;

/** Text in the markup of manual pages, man(7), for groff and mandoc. */
final class Roff {
  private final StringBuilder text = new StringBuilder();

  /** Adds the page header: name, section, date and source. */
  Roff title(String name, String section, String day, String belongsTo) {
    // The date is parsed by programs, so its hyphens are not escaped.
    text.append(".TH \"").append(escaped(name)).append("\" ").append(section);
    text.append(" \"").append(day).append("\" \"").append(escaped(belongsTo)).append("\"\n");
    return this;
  }

  /** Starts a new paragraph; not used at the beginning of a section. */
  Roff paragraph() {
    int last = text.lastIndexOf("\n", text.length() - 2) + 1;
    boolean isBelowHeading = text.indexOf(".SH", last) == last || text.indexOf(".SS", last) == last;
    return isBelowHeading ? this : macro("PP");
  }

  /** Adds a request. Each argument is quoted as one. */
  Roff macro(String name, String... arguments) {
    text.append('.').append(name);
    for (String argument : arguments) {
      text.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
    }
    text.append('\n');
    return this;
  }

  /** Adds a line of text. */
  Roff line(String line) {
    text.append(guarded(escaped(line))).append('\n');
    return this;
  }

  /** Adds a line with bold parts: {@code **so**}. */
  Roff boldLine(String line) {
    String[] parts = line.split("\\*\\*", -1);
    StringBuilder marked = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      marked.append(i % 2 == 0 ? escaped(parts[i]) : "\\fB" + escaped(parts[i]) + "\\fR");
    }
    text.append(guarded(marked.toString())).append('\n');
    return this;
  }

  /** Escapes a period or an apostrophe at the beginning of a line, which would be a request. */
  private static String guarded(String line) {
    return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
  }

  private static String escaped(String plain) {
    StringBuilder escaped = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); ) {
      int c = plain.codePointAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\e");
        // Unescaped, it would be typeset as a hyphen, which does not work when copied into a shell.
        case '-' -> escaped.append("\\-");
        case '\'' -> escaped.append("\\(aq");
        case '`' -> escaped.append("\\(ga");
        case '^' -> escaped.append("\\(ha");
        case '~' -> escaped.append("\\(ti");
        default -> append(escaped, c);
      }
      i += Character.charCount(c);
    }
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int c) {
    if (c < 0x7F) {
      escaped.appendCodePoint(c);
    } else {
      escaped.append("\\[u").append(String.format("%04X", c)).append(']');
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
