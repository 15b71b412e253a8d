package io.svc.server.credentials;

import java.util.Optional;

/**
 * The use of a credential.
 *
 * @param agentId the calling agent, if known
 * @param host the destination of the request
 * @param decisionId the recorded decision that permitted it
 * @param decision the decision, such as {@code allow}
 */
public record CredentialUse(
    Optional<String> agentId, String host, Optional<String> decisionId, String decision) {}
