package io.svc.server;

import io.svc.server.agents.AgentListener;
import io.svc.server.discovery.Discovery;
import io.svc.server.discovery.DiscoveryBoard;
import io.svc.server.discovery.McpSightings;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.mcp.ReportListener;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;

/** What is found, joined with what tells of it. */
final class DiscoveryParts {
  private final Core core;
  private final Discovery discovery;

  DiscoveryParts(Core core) {
    this.core = core;
    this.discovery = new Discovery(core.identifiers(), core.audit());
  }

  Discovery discovery() {
    return discovery;
  }

  /** What the inventory of agents tells. */
  AgentListener agents() {
    return discovery.agents();
  }

  /** What uploaded reports are told to. */
  ReportListener reports() {
    return new McpSightings(discovery, core.clock());
  }

  /** All of it, once there is what people's reviews act on. */
  Part with(Governance governance, AgentLifecycle lifecycle) {
    return new Whole(
        discovery,
        new DiscoveryBoard(
            new DiscoveryBoard.Sources(
                core.database(),
                core.identifiers(),
                core.audit(),
                governance.agents(),
                lifecycle,
                governance.extras())));
  }

  private record Whole(Discovery discovery, DiscoveryBoard board) implements Part {
    @Override
    public void register(Api api) {
      board.register(api);
    }

    @Override
    public List<Holding> holdings() {
      return List.of(new Holding("discovery", discovery::removeAll));
    }

    @Override
    public List<Job> jobs(Pace pace) {
      return List.of(
          new Job("discovery-presence", Duration.ofDays(1), board::watch),
          new Job("discovery-risk", Duration.ofMinutes(1), board::assess));
    }
  }
}
