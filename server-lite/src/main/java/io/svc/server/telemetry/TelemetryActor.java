package io.svc.server.telemetry;

/**
 * The actor of an item, as telemetry names it.
 *
 * @param platform the platform of the agent; empty if {@code externalId} is an identifier of this
 *     service
 * @param isImplied whether it is the name of a service, which may run several agents
 */
record TelemetryActor(String platform, String externalId, String name, boolean isImplied) {
  /** The platform of agents that only OpenTelemetry reports. */
  static final String OTEL = "otel";

  private static final String AGENT_ID_PREFIX = "agt_";

  boolean isAgentId() {
    return externalId.startsWith(AGENT_ID_PREFIX);
  }
}
