package io.svc.cli.manual;

/** Text in the language of manual pages, man(7), as both groff and mandoc read it. */
final class Roff {
  private final StringBuilder text = new StringBuilder();

  /** What every page begins with: its name, section and day, and what it belongs to. */
  Roff title(String name, String section, String day, String belongsTo) {
    // The day is no text but a number for a program: its hyphens stay as they are.
    text.append(".TH \"").append(escaped(name)).append("\" ").append(section);
    text.append(" \"").append(day).append("\" \"").append(escaped(belongsTo)).append("\"\n");
    return this;
  }

  /** A new paragraph; none at the beginning of a section. */
  Roff paragraph() {
    int last = text.lastIndexOf("\n", text.length() - 2) + 1;
    boolean isBelowHeading = text.indexOf(".SH", last) == last || text.indexOf(".SS", last) == last;
    return isBelowHeading ? this : macro("PP");
  }

  /** A request with arguments, each of which is one whatever it holds. */
  Roff macro(String name, String... arguments) {
    text.append('.').append(name);
    for (String argument : arguments) {
      text.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
    }
    text.append('\n');
    return this;
  }

  /** A line of text. */
  Roff line(String line) {
    text.append(guarded(escaped(line))).append('\n');
    return this;
  }

  /** A line that is bold in parts: {@code **so**}. */
  Roff boldLine(String line) {
    String[] parts = line.split("\\*\\*", -1);
    StringBuilder marked = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      marked.append(i % 2 == 0 ? escaped(parts[i]) : "\\fB" + escaped(parts[i]) + "\\fR");
    }
    text.append(guarded(marked.toString())).append('\n');
    return this;
  }

  /** A line at whose beginning a full stop or an apostrophe would be a request. */
  private static String guarded(String line) {
    return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
  }

  private static String escaped(String plain) {
    StringBuilder escaped = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); ) {
      int c = plain.codePointAt(i);
      switch (c) {
        case '\\' -> escaped.append("\\e");
        // As it stands it would be typeset as a hyphen, which nobody can copy into a shell.
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
