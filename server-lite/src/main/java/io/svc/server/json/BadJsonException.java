package io.svc.server.json;

/** A text is not valid JSON; line and column are counted from 1, 0 if unknown. */
public final class BadJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  BadJsonException(String reason, int line, int column) {
    super(line > 0 ? reason + " (line " + line + ", column " + column + ")" : reason);
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
