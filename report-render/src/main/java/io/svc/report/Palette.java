package io.svc.report;

import io.svc.rules.Severity;

/**
 * The colours of a terminal, as ANSI SGR sequences, or none. Nothing is told by colour alone.
 *
 * @param colored whether there are any
 */
public record Palette(boolean colored) {
  /** In the colour of a severity. */
  public String severity(Severity severity, String text) {
    return switch (severity) {
      case CRITICAL -> paint("1;31", text);
      case HIGH -> paint("31", text);
      case MEDIUM -> paint("33", text);
      case LOW -> paint("36", text);
      case INFO -> dim(text);
    };
  }

  /** Good news. */
  public String good(String text) {
    return paint("32", text);
  }

  /** What a reader should find first. */
  public String bold(String text) {
    return paint("1", text);
  }

  /** What a reader may pass over. */
  public String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return colored ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
