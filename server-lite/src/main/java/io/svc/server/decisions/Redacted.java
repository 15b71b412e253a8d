package io.svc.server.decisions;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * The arguments of a call without what a policy wants taken out of them.
 *
 * @param arguments of the same shape as they came
 */
record Redacted(Map<String, Object> arguments, List<Replacement> replacements) {
  Redacted {
    requireNonNull(arguments, "arguments is null");
    replacements = List.copyOf(replacements);
  }

  /** Something that was taken out, and never the thing itself. */
  record Replacement(String path, String entityType) {
    Replacement {
      requireNonNull(path, "path is null");
      requireNonNull(entityType, "entityType is null");
    }
  }
}
