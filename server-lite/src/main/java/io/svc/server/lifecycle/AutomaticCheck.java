package io.svc.server.lifecycle;

import java.util.Locale;
import java.util.Optional;

/** What the service finds out about an agent by itself. Nobody can type it in. */
enum AutomaticCheck {
  OWNER_ASSIGNED("Owner assigned"),
  POLICY_ASSIGNED("Policy assigned"),
  POLICY_ENFORCING("Policy enforcing"),
  NO_OPEN_CRITICAL_ALERTS("No open critical alerts"),
  RISK_BELOW_THRESHOLD("Risk below threshold"),
  CERTIFIED_OR_ATTESTED("Certified or attested"),
  /** Asked for by the soak hours of a gate, not by its name. */
  SOAK_TIME("Soak time");

  private final String label;

  AutomaticCheck(String label) {
    this.label = label;
  }

  /** For people. */
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

  /** The key, such as {@code owner_assigned}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
