package io.svc.server.sessionlogs;

import java.util.Locale;

/** The source of a log line. The labels are part of the interface. */
public enum LogSource {
  /** The agent, over OpenTelemetry. */
  OTLP,
  /** The outbound proxy. */
  PROXY,
  /** The decision on an action of the agent. */
  EVAL,
  /** The platform that runs the agent. */
  PLATFORM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
