package io.svc.server.lifecycle;

import io.svc.server.agents.Lifecycle;
import io.svc.server.http.Fields;
import io.svc.server.http.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a gate configuration in a request. Absent fields do not change. */
final class GateConfigReader {
  /** The keys of manual checks, which users choose. */
  static final Pattern MANUAL = Pattern.compile("manual_[a-z0-9][a-z0-9_]{0,60}");

  private static final int MAX_ITEMS = 30;
  private static final int LONGEST_SOAK_HOURS = 8_760;
  private static final int LONGEST_WINDOW_HOURS = 720;

  GateConfig read(Fields sent, GateConfig before) {
    Fields degraded = sent.object("degraded");
    Fields waivers = sent.object("waivers");
    return new GateConfig(
        gates(sent, before),
        integer(sent, "riskThreshold", 0, 100, before.riskThreshold()),
        integer(sent, "staleAfterDays", 1, 3_650, before.staleAfterDays()),
        new GateConfig.DegradationLimits(
            degraded.decimal("denyRate", 0, 1, before.degraded().denyRate()),
            degraded.decimal("errorRate", 0, 1, before.degraded().errorRate()),
            integer(
                degraded, "windowHours", 1, LONGEST_WINDOW_HOURS, before.degraded().windowHours())),
        sent.flag("autoDemoteOnCritical", before.autoDemoteOnCritical()),
        new GateConfig.Waivers(
            waivers.flag("allowed", before.waivers().allowed()),
            integer(waivers, "maxDays", 1, 365, before.waivers().maxDays())));
  }

  private List<GateConfig.Gate> gates(Fields sent, GateConfig before) {
    List<GateConfig.Gate> gates = new ArrayList<>(before.gates());
    Set<Integer> named = new HashSet<>();
    for (Fields gateFields : sent.objects("gates", before.gates().size())) {
      Optional<Lifecycle> from = state(gateFields, "from");
      Optional<Lifecycle> to = state(gateFields, "to");
      if (from.isEmpty() || to.isEmpty()) {
        continue;
      }
      Optional<GateConfig.Gate> gate = before.gate(from.get(), to.get());
      if (gate.isEmpty()) {
        gateFields.problem(
            "unknown_value",
            "to",
            "There is no gate from \""
                + from.get()
                + "\" to \""
                + to.get()
                + "\"; expected registered to testing, testing to staging, or staging to"
                + " production.");
        continue;
      }
      int gateIndex = before.gates().indexOf(gate.get());
      if (!named.add(gateIndex)) {
        gateFields.problem(
            "duplicate", "from", "The gate from \"" + from.get() + "\" is specified" + " twice.");
      }
      gates.set(gateIndex, gate(gateFields, gate.get()));
    }
    return gates;
  }

  private static Optional<Lifecycle> state(Fields gateFields, String name) {
    if (!gateFields.has(name)) {
      gateFields.problem("required", name, "\"" + name + "\" is missing.");
    }
    return gateFields.option(name, Lifecycle.class);
  }

  private GateConfig.Gate gate(Fields sent, GateConfig.Gate before) {
    boolean isLast = before.to() == Lifecycle.PRODUCTION;
    Optional<Role> role = sent.option("approverRole", Role.class);
    if (role.isPresent() && role.get() != Role.ADMIN && role.get() != Role.APPROVER) {
      sent.problem(
          "unknown_value",
          "approverRole",
          "\"approverRole\" is \""
              + role.get()
              + "\"; expected role_approver or role_admin, which can decide.");
      role = Optional.empty();
    }
    return new GateConfig.Gate(
        before.from(),
        before.to(),
        sent.has("required") ? required(sent, before) : before.required(),
        integer(sent, "minApprovals", isLast ? 1 : 0, 10, before.minApprovals()),
        role.orElse(before.approverRole()),
        integer(sent, "soakHours", 0, LONGEST_SOAK_HOURS, before.soakHours()));
  }

  private List<String> required(Fields sent, GateConfig.Gate gate) {
    List<String> keys = sent.texts("required", MAX_ITEMS, 100);
    for (String key : keys) {
      rejectionReason(key).ifPresent(reason -> sent.problem("unknown_value", "required", reason));
    }
    if (new HashSet<>(keys).size() < keys.size()) {
      sent.problem("duplicate", "required", "\"required\" names an item twice.");
    }
    for (String key : GateConfig.DEFAULT.gate(gate.from(), gate.to()).orElseThrow().required()) {
      if (gate.to() != Lifecycle.PRODUCTION && !keys.contains(key)) {
        sent.problem(
            "required",
            "required",
            "The gate to \"" + gate.to() + "\" always requires \"" + key + "\".");
      }
    }
    return keys;
  }

  private Optional<String> rejectionReason(String key) {
    if (key.equals(AutomaticCheck.SOAK_TIME.toString())) {
      return Optional.of("\"soak_time\" is set with \"soakHours\".");
    }
    if (AutomaticCheck.of(key).isPresent() || MANUAL.matcher(key).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        "\"required\" names \""
            + key
            + "\"; expected an automatic item such as \"owner_assigned\", or a manual item such"
            + " as \"manual_security_review\".");
  }

  private static int integer(Fields sent, String name, int least, int max, int otherwise) {
    return (int) sent.number(name, least, max).orElse(otherwise);
  }
}
