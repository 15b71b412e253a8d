package io.svc.server.discovery;

import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.redaction.Masking;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;

/** Discovered assets: the inventory, reviews, saved views, settings of connectors. */
public final class DiscoveryModule implements FeatureModule {
  private final Discovery discovery;
  private final DiscoveryRoutes routes;
  private final SavedViewRoutes views;
  private final ConnectorSettings connectors;
  private final PresenceMonitor presenceMonitor;

  /**
   * Creates the feature.
   *
   * @param extras what features add to agents
   */
  public DiscoveryModule(
      SharedComponents core,
      Discovery discovery,
      Agents agents,
      AgentLifecycle lifecycle,
      List<AgentExtras> extras) {
    Masking masking = new Masking();
    Database database = core.database();
    AssetInventory inventory = new AssetInventory(database, extras);
    this.discovery = discovery;
    this.connectors = new ConnectorSettings(database, core.audit());
    this.presenceMonitor = new PresenceMonitor(database, agents);
    this.routes =
        new DiscoveryRoutes(
            inventory,
            new AssetReviews(database, agents, lifecycle, inventory, extras, core.audit()),
            connectors,
            masking);
    this.views =
        new SavedViewRoutes(new SavedViews(database, core.identifiers(), core.audit()), masking);
  }

  @Override
  public void register(Api api) {
    views.register(api);
    routes.register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(new TenantDataOwner("discovery", discovery::removeAll));
  }

  @Override
  public List<Job> jobs(Duration rounds) {
    return List.of(
        new Job("discovery-presence", Duration.ofDays(1), presenceMonitor::checkAll),
        new Job("discovery-risk", Duration.ofMinutes(1), connectors::assessAll));
  }
}
