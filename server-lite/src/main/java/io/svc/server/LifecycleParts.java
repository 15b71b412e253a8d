package io.svc.server;

import io.svc.server.apikeys.ApiKeys;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;

/** The way of agents to production, joined with what it asks. */
final class LifecycleParts implements Part {
  private final AgentLifecycle lifecycle;

  LifecycleParts(Core core, Governance governance, ApiKeys keys, AgentLifecycle.OpenAlerts alerts) {
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

  @Override
  public void register(Api api) {
    lifecycle.register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("lifecycle", lifecycle::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(new Job("lifecycle-watch", Duration.ofMinutes(1), lifecycle::watch));
  }
}
