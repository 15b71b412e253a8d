package io.svc.server.commands;

import io.svc.server.OperatorErrorException;
import io.svc.server.logging.SafeText;

/** The output format of a command. */
enum OutputFormat {
  /** Human-readable text. */
  TEXT,
  /** JSON for programs. */
  JSON;

  static OutputFormat of(String text) {
    return switch (text) {
      case "text" -> TEXT;
      case "json" -> JSON;
      default ->
          throw new OperatorErrorException(
              "--format is " + SafeText.quoted(text) + "; expected text or json");
    };
  }
}
