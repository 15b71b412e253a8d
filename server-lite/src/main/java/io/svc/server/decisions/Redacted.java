package io.svc.server.decisions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a call without what a policy wants taken out of them.
 *
 * @param arguments of the same shape as they came
 */
record Redacted(Map<String, Object> arguments, List<Replacement> replacements) {
  Redacted {
    replacements = List.copyOf(replacements);
  }

  /** The arguments, if anything was taken out of them. */
  Optional<Map<String, Object>> changed() {
    return replacements.isEmpty() ? Optional.empty() : Optional.of(arguments);
  }

  /** What was taken out, as callers are told. */
  List<RedactedField> taken() {
    return replacements.stream()
        .map(one -> new RedactedField(one.path(), one.entityType()))
        .toList();
  }

  /** Something that was taken out, and never the thing itself. */
  record Replacement(String path, String entityType) {}
}
