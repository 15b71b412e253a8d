package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the subjects of claims, as of the transaction. */
@FunctionalInterface
public interface ClaimSubjects {
  /** Returns an agent; empty when the tenant has no agent with the identifier. */
  Optional<ClaimSubject> of(Tx tx, OrgId org, String agentId);

  /** Returns several agents by their identifiers, without unknown ones. */
  default Map<String, ClaimSubject> all(Tx tx, OrgId org, List<String> agentIds) {
    Map<String, ClaimSubject> subjects = new HashMap<>();
    agentIds.forEach(id -> of(tx, org, id).ifPresent(subject -> subjects.put(id, subject)));
    return subjects;
  }
}
