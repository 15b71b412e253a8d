package io.svc.server.lifecycle;

import java.util.Locale;
import java.util.Optional;

/** A check that the service performs itself. Users cannot enter its result. */
enum AutomaticCheck {
  OWNER_ASSIGNED("Owner assigned"),
  POLICY_ASSIGNED("Policy assigned"),
  POLICY_ENFORCING("Policy enforcing"),
  NO_OPEN_CRITICAL_ALERTS("No open critical alerts"),
  RISK_BELOW_THRESHOLD("Risk below threshold"),
  CERTIFIED_OR_ATTESTED("Certified or attested"),
  /** Configured by the soak hours of a gate, not by its key. */
  SOAK_TIME("Soak time");

  private final String label;

  AutomaticCheck(String label) {
    this.label = label;
  }

  /** Returns the name to display. */
  String label() {
    return label;
  }

  static Optional<AutomaticCheck> of(String key) {
    for (AutomaticCheck check : values()) {
      if (check.toString().equals(key)) {
        return Optional.of(check);
      }
    }
    return Optional.empty();
  }

  /** Returns the key, such as {@code owner_assigned}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
