package io.svc.server.telemetry;

/**
 * Who did something, as telemetry names him.
 *
 * @param platform what runs him; empty where {@code externalId} is an identifier of this service
 * @param isImplied whether it is the name of a service, in which there may be several agents
 */
record TelemetryActor(String platform, String externalId, String name, boolean isImplied) {
  /** The platform of agents that are known by OpenTelemetry alone. */
  static final String OTEL = "otel";

  private static final String OURS = "agt_";

  boolean isOurs() {
    return externalId.startsWith(OURS);
  }
}
