package io.svc.server.logging;

/** The format of a log line. */
public enum LogFormat {
  /** Time, level, area and message, separated by blanks. */
  TEXT,
  /** One JSON object. */
  JSON
}
