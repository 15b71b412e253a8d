package io.svc.report;

/**
 * The properties of the output device, for formats that are read on a terminal.
 *
 * @param width in columns, at least 1
 * @param colored whether to use ANSI colors
 */
public record Terminal(int width, boolean colored) {
  /** A file, a pipe, or an unknown terminal. */
  public static final Terminal PLAIN = new Terminal(80, false);

  public Terminal {
    if (width < 1) {
      throw new IllegalArgumentException("Width " + width + " of a terminal is less than 1");
    }
  }
}
