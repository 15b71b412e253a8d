package io.svc.server.lifecycle;

import io.svc.server.agents.Lifecycle;
import io.svc.server.http.Role;
import java.util.List;
import java.util.Optional;

/**
 * The gates of a tenant's agents before and in production.
 *
 * @param gates one for each step, in order
 * @param riskThreshold an agent with this risk or a higher one does not pass
 * @param staleAfterDays days without activity after which an agent is a candidate for retirement
 * @param autoDemoteOnCritical whether a critical alert removes an agent from production
 */
record GateConfig(
    List<Gate> gates,
    int riskThreshold,
    int staleAfterDays,
    DegradationLimits degraded,
    boolean autoDemoteOnCritical,
    Waivers waivers) {

  /**
   * The requirements of one step.
   *
   * @param required keys of the items
   * @param minApprovals the number of required approvals
   * @param approverRole the minimum role of approvers
   * @param soakHours the minimum time in the previous state, in hours
   */
  record Gate(
      Lifecycle from,
      Lifecycle to,
      List<String> required,
      int minApprovals,
      Role approverRole,
      int soakHours) {
    Gate {
      required = List.copyOf(required);
    }

    boolean isBetween(Lifecycle one, Lifecycle other) {
      return from == one && to == other;
    }
  }

  /**
   * The limits above which an agent in production is degraded.
   *
   * @param denyRate share of its requests that were denied, 0 to 1
   * @param errorRate share of its sessions that failed, 0 to 1
   */
  record DegradationLimits(double denyRate, double errorRate, int windowHours) {}

  /** Whether items can be waived, and the maximum duration. */
  record Waivers(boolean allowed, int maxDays) {}

  /** The default of a tenant. */
  static final GateConfig DEFAULT =
      new GateConfig(
          List.of(
              new Gate(
                  Lifecycle.REGISTERED,
                  Lifecycle.TESTING,
                  List.of("owner_assigned"),
                  0,
                  Role.APPROVER,
                  0),
              new Gate(
                  Lifecycle.TESTING,
                  Lifecycle.STAGING,
                  List.of("policy_assigned"),
                  0,
                  Role.APPROVER,
                  0),
              new Gate(
                  Lifecycle.STAGING,
                  Lifecycle.PRODUCTION,
                  List.of(
                      "owner_assigned",
                      "policy_assigned",
                      "policy_enforcing",
                      "no_open_critical_alerts",
                      "risk_below_threshold",
                      "certified_or_attested",
                      "manual_security_review"),
                  1,
                  Role.APPROVER,
                  24)),
          60,
          30,
          new DegradationLimits(0.2, 0.2, 24),
          false,
          new Waivers(true, 30));

  GateConfig {
    gates = List.copyOf(gates);
  }

  /** Returns the gate between two states; empty for none. */
  Optional<Gate> gate(Lifecycle from, Lifecycle to) {
    return gates.stream().filter(gate -> gate.isBetween(from, to)).findFirst();
  }

  /** Returns the gate before production. */
  Gate last() {
    return gate(Lifecycle.STAGING, Lifecycle.PRODUCTION).orElseThrow();
  }

  /** Returns true when any gate requires an item. */
  boolean requires(String key) {
    return gates.stream().anyMatch(gate -> requires(gate, key));
  }

  static boolean requires(Gate gate, String key) {
    return gate.required().contains(key)
        || (gate.soakHours() > 0 && key.equals(AutomaticCheck.SOAK_TIME.toString()));
  }
}
