package io.svc.server.discovery;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentListener;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns agents in the inventory into assets, whether they registered or were found by their
 * activity. It writes when an agent is first seen, and then checks once a day that it is still
 * present.
 */
final class AgentSightings implements AgentListener {
  private static final double CONFIDENCE = 0.8;

  private final Discovery discovery;

  AgentSightings(Discovery discovery) {
    this.discovery = discovery;
  }

  /** Returns true when an agent is registered and not retired. */
  static boolean isRegistered(Agent agent) {
    Lifecycle state =
        agent.lifecycle() == Lifecycle.SUSPENDED
            ? agent.suspendedFrom().orElse(Lifecycle.REGISTERED)
            : agent.lifecycle();
    return state != Lifecycle.DISCOVERED && state != Lifecycle.RETIRED;
  }

  static AssetComposition.AgentLink link(Agent agent) {
    return new AssetComposition.AgentLink(agent.id(), isRegistered(agent), agent.owner().shown());
  }

  @Override
  public void found(Tx tx, OrgId org, Agent agent) {
    Optional<AssetSource> platform = platform(agent.platform());
    String name =
        platform.isPresent() ? agent.externalId() : agent.platform() + "/" + agent.externalId();
    discovery.observe(
        tx,
        org,
        MaskedSighting.of(
            new Sighting(
                agent.type().equals("workflow") ? AssetKind.WORKFLOW : AssetKind.AGENT,
                platform.orElse(AssetSource.REGISTER_API),
                Optional.empty(),
                name,
                agent.name(),
                Optional.empty(),
                Optional.of(agent.owner().shown()).filter(owner -> !owner.isEmpty()),
                true,
                List.of(),
                0,
                List.of(),
                false,
                Map.of(),
                List.of(),
                List.of(
                    new AssetEvidence(
                        "agent_inventory",
                        "activity",
                        "platform " + agent.platform(),
                        "It requested a decision, sent telemetry, or was registered.",
                        CONFIDENCE,
                        tx.now())),
                new ScanPermissions(
                    "runtime",
                    List.of("agent:" + name),
                    List.of(),
                    "redacted_before_storage",
                    tx.now()),
                agent.tags())),
        new Discovery.SightingOrigin("", Optional.of(link(agent)), true));
  }

  /** Returns the source of a platform; empty for a platform that is not scanned. */
  static Optional<AssetSource> platform(String platform) {
    for (AssetSource source : AssetSource.values()) {
      if (source.toString().equals(platform)) {
        return Optional.of(source);
      }
    }
    return Optional.empty();
  }

  @Override
  public void changed(Tx tx, OrgId org, Agent agent) {
    AssetComposition.AgentLink link = link(agent);
    AssetStore store = tx.on(AssetStore.class);
    if (store.rowsOfAgent(org, agent.id()).stream()
        .allMatch(row -> row.asset().link().equals(link))) {
      return;
    }
    ConnectorClasses classes = AssetWriter.lock(tx, org);
    for (AssetStore.Row row : store.rowsOfAgent(org, agent.id())) {
      DiscoveredAsset asset = row.asset();
      AssetWriter.put(tx, org, Optional.of(asset), asset.linked(link, classes));
    }
  }
}
