package io.svc.server.discovery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A discovered asset: its combined sightings and its review.
 *
 * @param id {@code ast_} and a ULID
 * @param source the source with the most content
 * @param sources all sources that observed it
 * @param integrationId identifier of its connection; empty for none
 * @param envelope the permissions of the scan, as JSON
 * @param agentId identifier of the corresponding agent; empty if unknown
 * @param agentRegistered whether that agent is registered
 * @param agentOwner the owner of that agent; empty if unknown
 * @param version incremented by each change of a user, and when a review lapses
 */
public record DiscoveredAsset(
    String id,
    AssetKind kind,
    AssetSource source,
    List<AssetSource> sources,
    String integrationId,
    String externalId,
    AssetPosture posture,
    AssetFingerprint fingerprint,
    List<AssetEvidence> evidence,
    String envelope,
    AssetRisk risk,
    Review review,
    Presence presence,
    String agentId,
    boolean agentRegistered,
    String agentOwner,
    Instant firstSeenAt,
    Instant lastSeenAt,
    long version) {

  /**
   * The review of an asset.
   *
   * @param reason why the last decision no longer applies: {@code drift}; otherwise empty
   */
  public record Review(
      AssetReviewState state, String reason, String note, String by, Optional<Instant> at) {
    static final Review NONE =
        new Review(AssetReviewState.UNREVIEWED, "", "", "", Optional.empty());

    /** Returns this review as lapsed. */
    Review lapsed(String explanation) {
      return new Review(AssetReviewState.UNREVIEWED, explanation, note, by, at);
    }
  }

  public DiscoveredAsset {
    sources = List.copyOf(sources);
    evidence = List.copyOf(evidence);
  }

  /** Returns the governance status. */
  GovernanceStatus governance() {
    return GovernanceStatus.of(review.state(), agentRegistered);
  }

  /** Returns the agent's owner, or the owner in the sightings; empty if unknown. */
  String owner() {
    return agentOwner.isEmpty() ? posture.owner() : agentOwner;
  }

  double confidence() {
    return EvidenceList.confidence(evidence);
  }

  /** Returns this asset after a review, or after a review lapsed. */
  DiscoveredAsset reviewed(Review other) {
    return with(risk, other, presence, link(), lastSeenAt, version + 1);
  }

  /** Returns this asset linked to an agent, whose owner affects the risk. */
  DiscoveredAsset linked(AssetComposition.AgentLink link, ConnectorClasses classes) {
    return with(risk, review, presence, link, lastSeenAt, version).assessed(classes);
  }

  /** Returns the link to the agent. */
  AssetComposition.AgentLink link() {
    return new AssetComposition.AgentLink(agentId, agentRegistered, agentOwner);
  }

  DiscoveredAsset present(Presence other, Instant seenAt) {
    return with(risk, review, other, link(), seenAt, version);
  }

  /** Returns this asset with its current risk. */
  DiscoveredAsset assessed(ConnectorClasses classes) {
    AssetRisk current = RiskAssessment.of(kind, posture, owner(), classes);
    return with(current, review, presence, link(), lastSeenAt, version);
  }

  /** Returns this asset with the data of a merged one. */
  DiscoveredAsset with(DiscoveredAsset other) {
    return new DiscoveredAsset(
        id,
        kind,
        source,
        sources,
        integrationId,
        externalId,
        posture,
        fingerprint,
        EvidenceList.merged(evidence, other.evidence),
        envelope,
        risk,
        review,
        presence,
        agentId.isEmpty() ? other.agentId : agentId,
        agentId.isEmpty() ? other.agentRegistered : agentRegistered,
        agentId.isEmpty() ? other.agentOwner : agentOwner,
        firstSeenAt.isBefore(other.firstSeenAt) ? firstSeenAt : other.firstSeenAt,
        lastSeenAt.isAfter(other.lastSeenAt) ? lastSeenAt : other.lastSeenAt,
        version + 1);
  }

  private DiscoveredAsset with(
      AssetRisk risk,
      Review review,
      Presence presence,
      AssetComposition.AgentLink link,
      Instant lastSeenAt,
      long version) {
    return new DiscoveredAsset(
        id,
        kind,
        source,
        sources,
        integrationId,
        externalId,
        posture,
        fingerprint,
        evidence,
        envelope,
        risk,
        review,
        presence,
        link.agentId(),
        link.isRegistered(),
        link.owner(),
        firstSeenAt,
        lastSeenAt,
        version);
  }
}
