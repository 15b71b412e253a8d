package io.svc.server.attestation;

import java.util.Optional;

/**
 * Which claims are asked for.
 *
 * @param text somewhere in the name of the agent, the identifiers, the issuer or the predicate's
 *     type
 */
public record ClaimFilter(
    Optional<String> agentId, Optional<ClaimStatus> status, Optional<String> text) {}
