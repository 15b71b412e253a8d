package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/** Opens incidents for alerts. */
public interface IncidentEscalation {
  /** Opens none. */
  IncidentEscalation NONE =
      new IncidentEscalation() {
        @Override
        public Optional<String> reason(Tx tx, OrgId org, Alert alert) {
          return Optional.empty();
        }

        @Override
        public void openFor(Tx tx, OrgId org, Alert alert, String why) {}
      };

  /**
   * Why an alert that is open needs an incident, whatever the rules of alerts say; a sentence for
   * people. Empty when it needs none.
   */
  Optional<String> reason(Tx tx, OrgId org, Alert alert);

  /**
   * Sees to it that an incident takes care of an alert: one that does so already, an open one of
   * its agent, or else a new one.
   *
   * @param why a sentence for people
   */
  void openFor(Tx tx, OrgId org, Alert alert, String why);
}
