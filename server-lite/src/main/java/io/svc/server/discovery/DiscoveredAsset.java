package io.svc.server.discovery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A thing that was found: what its sightings tell together, and what people made of it.
 *
 * @param id {@code ast_} and a ULID
 * @param source where it was seen by whoever knows most of it
 * @param sources everywhere where it was seen
 * @param integrationId through which connection; empty for none
 * @param envelope what the scan was allowed to see, as JSON
 * @param agentId the agent that it is; empty for none that is known
 * @param agentRegistered whether somebody registered that agent
 * @param version goes up with every change by people, and when their decision lapses
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
    Instant firstSeenAt,
    Instant lastSeenAt,
    long version) {

  /**
   * What people made of it.
   *
   * @param reason why nobody's decision stands: {@code drift}; otherwise empty
   */
  public record Review(
      AssetReviewState state, String reason, String note, String by, Optional<Instant> at) {
    static final Review NONE =
        new Review(AssetReviewState.UNREVIEWED, "", "", "", Optional.empty());

    /** What people said, and that it does not hold any longer. */
    Review lapsed(String why) {
      return new Review(AssetReviewState.UNREVIEWED, why, note, by, at);
    }
  }

  public DiscoveredAsset {
    sources = List.copyOf(sources);
    evidence = List.copyOf(evidence);
  }

  /** Whether somebody answers for it. */
  GovernanceStatus governance() {
    return GovernanceStatus.of(review.state(), agentRegistered);
  }

  double confidence() {
    return EvidenceList.confidence(evidence);
  }

  /** The same after a decision, or after one has lapsed. */
  DiscoveredAsset reviewed(Review other) {
    return with(risk, other, presence, agentId, agentRegistered, lastSeenAt, version + 1);
  }

  /** The same, as an agent. */
  DiscoveredAsset linked(String agent, boolean isRegistered) {
    return with(risk, review, presence, agent, isRegistered, lastSeenAt, version);
  }

  DiscoveredAsset present(Presence other, Instant seenAt) {
    return with(risk, review, other, agentId, agentRegistered, seenAt, version);
  }

  DiscoveredAsset assessed(AssetRisk other) {
    return with(other, review, presence, agentId, agentRegistered, lastSeenAt, version);
  }

  /** The same, with what is known of another one that turned out to be this. */
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
        firstSeenAt.isBefore(other.firstSeenAt) ? firstSeenAt : other.firstSeenAt,
        lastSeenAt.isAfter(other.lastSeenAt) ? lastSeenAt : other.lastSeenAt,
        version + 1);
  }

  private DiscoveredAsset with(
      AssetRisk risk,
      Review review,
      Presence presence,
      String agentId,
      boolean agentRegistered,
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
        agentId,
        agentRegistered,
        firstSeenAt,
        lastSeenAt,
        version);
  }
}
