package io.svc.scanner.config;

import static java.util.Objects.requireNonNull;

/** What became of one file. */
public sealed interface ReadOutcome {
  /** The file was read. */
  record Read(McpConfig config) implements ReadOutcome {
    public Read {
      requireNonNull(config, "config is null");
    }
  }

  /**
   * The file could not be read.
   *
   * @param reason fit for people; holds nothing of the file's content
   * @param text what the file says, for a search of its raw text; empty when it is no text
   */
  record Unreadable(String reason, String text) implements ReadOutcome {
    public Unreadable {
      requireNonNull(reason, "reason is null");
      requireNonNull(text, "text is null");
    }
  }
}
