package io.svc.server.attestation;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Which claims are asked for.
 *
 * @param text somewhere in the name of the agent, the identifiers, the issuer or the predicate's
 *     type
 */
public record ClaimFilter(
    Optional<String> agentId, Optional<ClaimStatus> status, Optional<String> text) {
  public ClaimFilter {
    requireNonNull(agentId, "agentId is null");
    requireNonNull(status, "status is null");
    requireNonNull(text, "text is null");
  }
}
