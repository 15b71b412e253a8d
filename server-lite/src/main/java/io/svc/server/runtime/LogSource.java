package io.svc.server.runtime;

import java.util.Locale;

/** Who wrote a line of a log. The labels are part of the interface. */
public enum LogSource {
  /** The agent, over OpenTelemetry. */
  OTLP,
  /** The outbound proxy. */
  PROXY,
  /** The decision on what the agent was about to do. */
  EVAL,
  /** The platform that runs the agent. */
  PLATFORM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
