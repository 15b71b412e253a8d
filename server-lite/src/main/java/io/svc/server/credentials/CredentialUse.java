package io.svc.server.credentials;

import java.util.Optional;

/**
 * For what a credential was used.
 *
 * @param agentId the agent that called, where it is known
 * @param host where the request went
 * @param decisionId the recorded decision that let it go
 * @param decision what was decided, such as {@code allow}
 */
public record CredentialUse(
    Optional<String> agentId, String host, Optional<String> decisionId, String decision) {}
