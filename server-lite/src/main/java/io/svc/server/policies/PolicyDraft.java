package io.svc.server.policies;

import io.svc.rules.Severity;
import java.util.List;
import java.util.Optional;

/**
 * A new policy, or the changes to one. Empty fields were not sent.
 *
 * @param mode initial stage of a new policy: draft or observe
 * @param agentIds agents that a new policy is assigned to
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
    tags = tags.map(List::copyOf);
    agentIds = List.copyOf(agentIds);
  }
}
