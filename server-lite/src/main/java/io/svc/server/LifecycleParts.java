package io.svc.server;

import io.svc.server.agents.AgentExtras;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.lifecycle.OpenAlerts;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;

/** The way of agents to production, joined with what it asks. */
final class LifecycleParts {
  private final AgentLifecycle lifecycle;

  LifecycleParts(Core core, Governance governance, ApiKeys keys, OpenAlerts alerts) {
    this.lifecycle =
        new AgentLifecycle(
            new AgentLifecycle.Sources(
                core.database(),
                core.identifiers(),
                core.audit(),
                core.accounts(),
                keys,
                governance.agents(),
                governance.policies(),
                governance.claims(),
                governance.health(),
                governance.extras(),
                alerts));
  }

  AgentLifecycle lifecycle() {
    return lifecycle;
  }

  void register(Api api) {
    lifecycle.register(api);
  }

  Holding holding() {
    return new Holding("lifecycle", lifecycle::removeAll);
  }

  Job job() {
    return new Job("lifecycle-watch", Duration.ofMinutes(1), lifecycle::watch);
  }
}
