package io.svc.server.evidence;

import io.svc.server.db.OrgId;
import io.svc.server.redaction.ContentMask;

/** Records of a feature that an earlier version stored without masking all of their content. */
@FunctionalInterface
public interface UnmaskedRecords {
  /**
   * Masks some of them, in a separate transaction.
   *
   * @param most how many at once
   * @return how many were left to mask before, at most that many
   */
  int mask(OrgId org, ContentMask mask, int most);
}
