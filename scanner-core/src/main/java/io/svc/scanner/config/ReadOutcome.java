package io.svc.scanner.config;

/** What became of one file. */
public sealed interface ReadOutcome {
  /** The file was read. */
  record Read(McpConfig config) implements ReadOutcome {}

  /**
   * The file could not be read.
   *
   * @param reason fit for people; holds nothing of the file's content
   * @param text what the file says, for a search of its raw text; empty when it is no text
   */
  record Unreadable(String reason, String text) implements ReadOutcome {}
}
