package io.svc.server.ops;

import io.svc.server.RefusedException;
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
          throw new RefusedException(
              "--format is " + SafeText.quoted(text) + "; expected text or json");
    };
  }
}
