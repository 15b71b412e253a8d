package io.svc.server.rollout;

import io.svc.server.events.EventRoutes;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;

/** The kill switches, under both prefixes of the governance API. */
final class KillSwitchRoutes {
  private final KillSwitches switches;

  KillSwitchRoutes(KillSwitches switches) {
    this.switches = switches;
  }

  void register(Api api) {
    api.get(
        "/api/governance/kill-switch", RouteAccess.session(Permission.RESOURCES_READ), this::state);
    api.get("/api/v1/governance/kill-switch", EventRoutes.pull(), this::state);
    api.post(
        "/api/governance/kill-switch/{operation}",
        RouteAccess.session(Permission.KILL_SWITCH),
        this::use);
    api.post(
        "/api/v1/governance/kill-switch/{operation}",
        RolloutRoutes.write(Permission.KILL_SWITCH),
        this::use);
  }

  private void state(Call call) {
    call.ok(new State(switches.state(call.org())));
  }

  private void use(Call call) {
    KillSwitches.Operation operation = operation(call.path("operation"));
    Fields body = call.optionalBody();
    String reason = body.optionalText("reason", 2_000).orElse("");
    body.check();
    call.ok(switches.use(call.caller(), operation, reason));
  }

  private static KillSwitches.Operation operation(String name) {
    for (KillSwitches.Operation operation : KillSwitches.Operation.values()) {
      if (operation.toString().equals(name)) {
        return operation;
      }
    }
    throw ApiException.notFound("kill switch", name);
  }

  /** The response with the state. */
  record State(KillSwitchState killSwitch) {}
}
