package io.svc.report;

/**
 * What the output goes to. Only formats for people look at it.
 *
 * @param width in columns, at least 1
 * @param colored whether ANSI colours are wanted
 */
public record Terminal(int width, boolean colored) {
  /** A file, a pipe, or a terminal that nothing is known of. */
  public static final Terminal PLAIN = new Terminal(80, false);

  public Terminal {
    if (width < 1) {
      throw new IllegalArgumentException("Width " + width + " of a terminal is less than 1");
    }
  }
}
