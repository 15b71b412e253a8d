package io.svc.scanner.config;

/** The outcome of parsing a file. */
public sealed interface ReadOutcome {
  /** The file was read. */
  record Parsed(McpConfig config) implements ReadOutcome {}

  /**
   * A file that could not be read.
   *
   * @param reason human-readable; contains no content of the file
   * @param text text of the file for a search in its raw text; empty when it is not text
   */
  record Unreadable(String reason, String text) implements ReadOutcome {}
}
