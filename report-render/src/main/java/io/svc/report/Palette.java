package io.svc.report;

import io.svc.rules.Severity;

/**
 * The colours of a terminal, as ANSI SGR sequences, or none. Nothing is told by colour alone.
 *
 * @param colored whether there are any
 */
record Palette(boolean colored) {
  String severity(Severity severity, String text) {
    return switch (severity) {
      case CRITICAL -> paint("1;31", text);
      case HIGH -> paint("31", text);
      case MEDIUM -> paint("33", text);
      case LOW -> paint("36", text);
      case INFO -> dim(text);
    };
  }

  String bold(String text) {
    return paint("1", text);
  }

  String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return colored ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
