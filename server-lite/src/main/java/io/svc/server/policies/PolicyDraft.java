package io.svc.server.policies;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Severity;
import java.util.List;
import java.util.Optional;

/**
 * A policy that is to be made, or what is to be changed of one. What is empty is not told.
 *
 * @param mode of a new policy: draft or observe
 * @param agentIds whom a new policy is assigned to
 */
record PolicyDraft(
    Optional<String> name,
    Optional<String> description,
    Optional<Severity> severity,
    Optional<List<String>> tags,
    Optional<String> templateId,
    Optional<PolicyText> text,
    Stage mode,
    List<String> agentIds) {
  PolicyDraft {
    requireNonNull(name, "name is null");
    requireNonNull(description, "description is null");
    requireNonNull(severity, "severity is null");
    tags = tags.map(List::copyOf);
    requireNonNull(templateId, "templateId is null");
    requireNonNull(text, "text is null");
    requireNonNull(mode, "mode is null");
    agentIds = List.copyOf(agentIds);
  }
}
