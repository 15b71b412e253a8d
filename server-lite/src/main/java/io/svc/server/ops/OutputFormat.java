package io.svc.server.ops;

import io.svc.server.RefusedException;
import io.svc.server.logging.SafeText;

/** For whom a verb prints. */
enum OutputFormat {
  /** For people. */
  TEXT,
  /** For programs. */
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
