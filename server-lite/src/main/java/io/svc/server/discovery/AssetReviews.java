package io.svc.server.discovery;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentView;
import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.tenants.Revisions;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.LongConsumer;

/** Reviews of assets. Thread-safe. */
final class AssetReviews {
  private final Database database;
  private final Agents agents;
  private final AgentLifecycle lifecycle;
  private final AssetInventory inventory;
  private final List<AgentExtras> extras;
  private final AuditLog audit;

  AssetReviews(
      Database database,
      Agents agents,
      AgentLifecycle lifecycle,
      AssetInventory inventory,
      List<AgentExtras> extras,
      AuditLog audit) {
    this.database = database;
    this.agents = agents;
    this.lifecycle = lifecycle;
    this.inventory = inventory;
    this.extras = List.copyOf(extras);
    this.audit = audit;
  }

  /**
   * A review request.
   *
   * @param registers whether an approved asset becomes an agent
   */
  record ReviewRequest(
      String assetId, AssetReviewState.Decision decision, String note, boolean registers) {}

  /** The result of a review. */
  record ReviewResult(AssetView asset, Optional<AgentView> agent) {}

  /**
   * Applies a decision.
   *
   * @param expected throws if the version is not the expected one
   * @throws ApiException if the asset does not exist, or the decision is not possible
   */
  ReviewResult review(Caller caller, ReviewRequest order, LongConsumer expected) {
    return database.write(
        tx -> {
          OrgId org = caller.tenant();
          // Locked before assets, in the same order as when an agent changes.
          Revisions.lock(tx, org);
          AssetWriter.lock(tx, org);
          DiscoveredAsset asset = AssetInventory.require(tx, org, order.assetId());
          expected.accept(asset.version());
          AssetReviewState from = asset.review().state();
          AssetReviewState to =
              from.after(order.decision())
                  .orElseThrow(() -> invalidTransition(from, order.decision()));
          Optional<Agent> agent =
              order.registers()
                  ? Optional.of(registered(tx, caller, asset, order))
                  : Optional.empty();
          DiscoveredAsset current = AssetInventory.require(tx, org, asset.id());
          DiscoveredAsset reviewed = decided(tx, caller, current, to, order, agent);
          AssetWriter.put(tx, org, Optional.of(current), reviewed);
          audit(tx, caller, order, from, reviewed);
          return new ReviewResult(
              inventory.view(tx, org, reviewed),
              agent.map(reviewedAgent -> AgentView.of(tx, org, reviewedAgent, extras)));
        });
  }

  private static DiscoveredAsset decided(
      Tx tx,
      Caller caller,
      DiscoveredAsset asset,
      AssetReviewState to,
      ReviewRequest order,
      Optional<Agent> agent) {
    DiscoveredAsset reviewed =
        asset.reviewed(
            new DiscoveredAsset.Review(to, "", order.note(), caller.name(), Optional.of(tx.now())));
    return agent
        .map(
            one -> reviewed.linked(AgentSightings.link(one), AssetWriter.lock(tx, caller.tenant())))
        .orElse(reviewed);
  }

  /** Returns the agent of an asset, after creating it if needed and moving it to registered. */
  private Agent registered(Tx tx, Caller caller, DiscoveredAsset asset, ReviewRequest order) {
    OrgId org = caller.tenant();
    if (asset.kind() != AssetKind.WORKFLOW && asset.kind() != AssetKind.AGENT) {
      String message =
          "\"registerAsAgent\" is true, but \""
              + asset.posture().name()
              + "\" is of kind "
              + asset.kind()
              + "; workflows and agents can be registered.";
      throw new ApiException(
          ErrorCode.VALIDATION_FAILED,
          message,
          List.of(new ApiException.FieldError("invalid", "registerAsAgent", message)));
    }
    Agent agent =
        agents
            .find(tx, org, asset.agentId())
            .orElseGet(
                () ->
                    agents.discovered(
                        tx,
                        org,
                        asset.source().toString(),
                        asset.externalId(),
                        asset.posture().name(),
                        tx.now()));
    AssetPosture posture = asset.posture();
    Agent described =
        agent.described(
            new Agent.Owner("", posture.owner(), ""),
            Discovery.connectors(posture),
            posture.tags());
    Agent saved = described.equals(agent) ? agent : agents.save(tx, org, described);
    return lifecycle.register(tx, caller, saved, order.note());
  }

  private void audit(
      Tx tx, Caller caller, ReviewRequest order, AssetReviewState from, DiscoveredAsset reviewed) {
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.DISCOVERY,
                "asset.review",
                "discovered_asset",
                reviewed.id(),
                reviewed.posture().name())
            .with("decision", order.decision().toString())
            .with("from", from.toString())
            .with("to", reviewed.review().state().toString())
            .with("agentId", order.registers() ? reviewed.agentId() : "")
            .with("note", order.note()));
  }

  private static ApiException invalidTransition(
      AssetReviewState from, AssetReviewState.Decision decision) {
    StringJoiner allowed = new StringJoiner(", ");
    from.decisions().forEach(other -> allowed.add(other.toString()));
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "An asset with the status \""
            + from
            + "\" does not accept \""
            + decision
            + "\"; expected "
            + allowed
            + ".");
  }
}
