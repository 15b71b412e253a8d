package io.svc.server.discovery;

import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.http.Api;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.redaction.Masking;
import java.util.List;

/** What people see of what was found, and what they decide about it; and what is done daily. */
public final class DiscoveryBoard {
  private final DiscoveryRoutes routes;
  private final SavedViewRoutes views;
  private final ConnectorSettings connectors;
  private final PresenceWatch watch;

  /**
   * What it stands on.
   *
   * @param extras what features know about agents
   */
  public record Sources(
      Database database,
      Identifiers identifiers,
      AuditLog audit,
      Agents agents,
      AgentLifecycle lifecycle,
      List<AgentExtras> extras) {
    public Sources {
      extras = List.copyOf(extras);
    }
  }

  public DiscoveryBoard(Sources sources) {
    Masking masking = new Masking();
    Database database = sources.database();
    AssetInventory inventory = new AssetInventory(database, sources.extras());
    this.connectors = new ConnectorSettings(database, sources.audit());
    this.watch = new PresenceWatch(database, sources.agents());
    this.routes =
        new DiscoveryRoutes(
            inventory,
            new AssetReviews(
                database,
                sources.agents(),
                sources.lifecycle(),
                inventory,
                sources.extras(),
                sources.audit()),
            connectors,
            masking);
    this.views =
        new SavedViewRoutes(
            new SavedViews(database, sources.identifiers(), sources.audit()), masking);
  }

  public void register(Api api) {
    views.register(api);
    routes.register(api);
  }

  /** Finds out which assets nobody saw for long. */
  public void watch() {
    watch.lookAtAll();
  }

  /** Assesses risks anew where connectors were classified otherwise. */
  public void assess() {
    connectors.assessAll();
  }
}
