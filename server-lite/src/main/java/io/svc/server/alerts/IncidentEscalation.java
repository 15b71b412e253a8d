package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.Optional;

/** Opens incidents for alerts. */
public interface IncidentEscalation {
  /** Opens no incidents. */
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
   * Returns the reason why an open alert needs an incident, regardless of alert rules, as a
   * sentence to display. Empty when it needs none.
   */
  Optional<String> reason(Tx tx, OrgId org, Alert alert);

  /**
   * Assigns an alert to an incident: its current one, an open one of its agent, or a new one.
   *
   * @param reason the reason, a sentence to display
   */
  void openFor(Tx tx, OrgId org, Alert alert, String reason);
}
