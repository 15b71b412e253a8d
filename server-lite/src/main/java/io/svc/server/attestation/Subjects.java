package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/** Knows the agents that claims are about, as they are at the moment of the transaction. */
@FunctionalInterface
public interface Subjects {
  /** An agent; empty when the tenant has none of the identifier. */
  Optional<Subject> of(Tx tx, OrgId org, String agentId);
}
