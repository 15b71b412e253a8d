package io.svc.server.decisions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a call after redaction.
 *
 * @param arguments the arguments, with their shape unchanged
 */
record RedactedArguments(Map<String, Object> arguments, List<Replacement> replacements) {
  RedactedArguments {
    replacements = List.copyOf(replacements);
  }

  /** Returns the arguments, if anything was redacted. */
  Optional<Map<String, Object>> changed() {
    return replacements.isEmpty() ? Optional.empty() : Optional.of(arguments);
  }

  /** Returns the redacted fields, as reported to callers. */
  List<RedactedField> fields() {
    return replacements.stream()
        .map(value -> new RedactedField(value.path(), value.entityType()))
        .toList();
  }

  /** A redacted value, without the value itself. */
  record Replacement(String path, String entityType) {}
}
