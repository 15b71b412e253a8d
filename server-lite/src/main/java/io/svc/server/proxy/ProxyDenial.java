package io.svc.server.proxy;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.Optional;

/** The response to a denied call. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record ProxyDenial(
    String code,
    String message,
    int status,
    Optional<String> decisionId,
    String reason,
    String reasonCode,
    Optional<String> policyId,
    Optional<String> ruleId,
    String requestId) {}
