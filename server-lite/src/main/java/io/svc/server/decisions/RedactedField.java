package io.svc.server.decisions;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/** A redacted field in the arguments of a call, without its value. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RedactedField(String path, String entityType) {}
