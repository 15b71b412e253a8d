package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the number of concurrent expensive evaluations, for each tenant and in total, so that no
 * tenant occupies the threads and processors of the others. Cheap evaluations are not counted. Safe
 * for use by several threads.
 */
final class ExpensiveEvaluations {
  private static final int PER_TENANT = 8;
  private static final int IN_ALL = 32;

  private final Map<OrgId, Integer> running = new HashMap<>();
  private int all;

  /** The permission of one evaluation; closing returns it. Not safe for use by several threads. */
  final class Permit implements AutoCloseable {
    private final OrgId org;
    private boolean isAcquired;

    private Permit(OrgId org) {
      this.org = org;
    }

    /**
     * Returns whether the evaluation may be expensive. The result does not change until the permit
     * is closed.
     */
    boolean tryAcquire() {
      isAcquired = isAcquired || begin(org);
      return isAcquired;
    }

    @Override
    public void close() {
      if (isAcquired) {
        end(org);
        isAcquired = false;
      }
    }
  }

  Permit of(OrgId org) {
    return new Permit(org);
  }

  private synchronized boolean begin(OrgId org) {
    if (all >= IN_ALL || running.getOrDefault(org, 0) >= PER_TENANT) {
      return false;
    }
    all++;
    running.merge(org, 1, Integer::sum);
    return true;
  }

  private synchronized void end(OrgId org) {
    all--;
    running.computeIfPresent(org, (any, count) -> count == 1 ? null : count - 1);
  }
}
