package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/** Opens incidents for alerts. */
@FunctionalInterface
public interface Escalation {
  /**
   * Sees to it that an incident takes care of an alert: one that does so already, an open one of
   * its agent, or else a new one.
   *
   * @param why a sentence for people
   */
  void openFor(Tx tx, OrgId org, Alert alert, String why);
}
