package io.svc.server.decisions;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/** What was taken out of the arguments of a call, and never the thing itself. */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record RedactedField(String path, String entityType) {}
