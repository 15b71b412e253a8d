package io.svc.server.audit;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;

/**
 * Where a chain stands: the number and the hash of its last entry. Kept elsewhere, it is what a
 * chain that was written anew as a whole does not fit to.
 */
public record AuditHead(OrgId org, long seq, String hash) {
  public AuditHead {
    requireNonNull(org, "org is null");
    requireNonNull(hash, "hash is null");
  }
}
