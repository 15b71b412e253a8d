package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;

/**
 * A claim that somebody wants.
 *
 * @param statement what it says; empty for what the service itself knows of the agent
 */
public record ClaimOrder(
    String agentId, Duration life, SigningAlgorithm algorithm, Optional<Statement> statement) {
  /** The type of what the service itself says of an agent; nobody else may use it. */
  public static final String POSTURE = "agent-posture/1";

  /**
   * What the issuer says.
   *
   * @param type tells readers what to make of it
   * @param predicate an object
   */
  public record Statement(String type, JsonNode predicate) {}
}
