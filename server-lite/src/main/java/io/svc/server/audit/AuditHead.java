package io.svc.server.audit;

import static java.util.Objects.requireNonNull;

import io.svc.server.db.OrgId;

/**
 * The head of a chain: the number and the hash of its last entry. Stored elsewhere, it exposes a
 * chain that was rewritten completely.
 */
public record AuditHead(OrgId org, long seq, String hash) {
  public AuditHead {
    requireNonNull(org, "org is null");
    requireNonNull(hash, "hash is null");
  }
}
