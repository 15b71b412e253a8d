package io.svc.server.logging;

/** The shape of a line of the log. */
public enum LogFormat {
  /** Time, level, area and message, separated by blanks. */
  TEXT,
  /** One JSON object. */
  JSON
}
