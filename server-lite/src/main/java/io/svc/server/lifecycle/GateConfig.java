package io.svc.server.lifecycle;

import io.svc.server.agents.Lifecycle;
import io.svc.server.http.Role;
import java.util.List;
import java.util.Optional;

/**
 * What agents of a tenant have to pass on their way to production, and to stay there.
 *
 * @param gates one for each step of the way, in its order
 * @param riskThreshold an agent with this risk or more does not pass
 * @param staleAfterDays an agent that did nothing for so long may be retired
 * @param autoDemoteOnCritical whether an agent with a critical alert leaves production by itself
 */
record GateConfig(
    List<Gate> gates,
    int riskThreshold,
    int staleAfterDays,
    Degraded degraded,
    boolean autoDemoteOnCritical,
    Waivers waivers) {

  /**
   * What an agent has to pass in one step.
   *
   * @param required keys of the items
   * @param minApprovals how many others have to approve
   * @param approverRole what each of them must be at least
   * @param soakHours how long the agent must have been where it comes from
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
   * From when on an agent in production counts as doing badly.
   *
   * @param denyRate share of its requests that were denied, 0 to 1
   * @param errorRate share of its sessions that failed, 0 to 1
   */
  record Degraded(double denyRate, double errorRate, int windowHours) {}

  /** Whether items can be waived, and for how long. */
  record Waivers(boolean allowed, int maxDays) {}

  /** What a tenant begins with. */
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
          new Degraded(0.2, 0.2, 24),
          false,
          new Waivers(true, 30));

  GateConfig {
    gates = List.copyOf(gates);
  }

  /** The gate between two states; empty where there is none. */
  Optional<Gate> gate(Lifecycle from, Lifecycle to) {
    return gates.stream().filter(gate -> gate.isBetween(from, to)).findFirst();
  }

  /** The gate before production. */
  Gate last() {
    return gate(Lifecycle.STAGING, Lifecycle.PRODUCTION).orElseThrow();
  }

  /** Whether any gate asks for an item. */
  boolean asksFor(String key) {
    return gates.stream().anyMatch(gate -> asksFor(gate, key));
  }

  static boolean asksFor(Gate gate, String key) {
    return gate.required().contains(key)
        || (gate.soakHours() > 0 && key.equals(AutomaticCheck.SOAK_TIME.toString()));
  }
}
