package io.svc.report;

import io.svc.rules.Severity;

/**
 * The colors of a terminal as ANSI SGR sequences, or none. No information depends on color alone.
 *
 * @param colored whether to use colors
 */
public record Palette(boolean colored) {
  /** Returns a text in the color of a severity. */
  public String severity(Severity severity, String text) {
    return switch (severity) {
      case CRITICAL -> paint("1;31", text);
      case HIGH -> paint("31", text);
      case MEDIUM -> paint("33", text);
      case LOW -> paint("36", text);
      case INFO -> dim(text);
    };
  }

  /** Returns a text in the color for success. */
  public String good(String text) {
    return paint("32", text);
  }

  /** Returns emphasized text. */
  public String bold(String text) {
    return paint("1", text);
  }

  /** Returns text of low importance. */
  public String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return colored ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
