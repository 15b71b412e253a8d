package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows the agents that claims are about, as they are at the moment of the transaction. */
@FunctionalInterface
public interface ClaimSubjects {
  /** An agent; empty when the tenant has none of the identifier. */
  Optional<ClaimSubject> of(Tx tx, OrgId org, String agentId);

  /** Several agents by their identifiers; those that are not there are left out. */
  default Map<String, ClaimSubject> all(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, ClaimSubject> subjects = new HashMap<>();
    agentIds.forEach(id -> of(tx, org, id).ifPresent(subject -> subjects.put(id, subject)));
    return subjects;
  }
}
