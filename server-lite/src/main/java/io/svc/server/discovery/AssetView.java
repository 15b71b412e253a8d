package io.svc.server.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.NonEmpty;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An asset in API responses. Unknown values are null. */
record AssetView(
    String id,
    AssetKind kind,
    String name,
    AssetSource source,
    List<AssetSource> sources,
    Optional<String> integrationId,
    String externalId,
    Optional<String> url,
    Optional<String> owner,
    boolean active,
    AssetReviewState reviewState,
    Optional<String> reviewReason,
    Optional<String> reviewNote,
    Optional<String> reviewedBy,
    Optional<Instant> reviewedAt,
    Presence lifecycleState,
    GovernanceStatus governanceStatus,
    double confidence,
    String confidenceExplanation,
    int riskScore,
    String riskLevel,
    List<AssetRisk.Factor> riskFactors,
    List<AssetEvidence> evidence,
    JsonNode discoveryEnvelope,
    List<ConnectorView> connectors,
    int steps,
    List<String> triggers,
    boolean usesAi,
    Map<String, String> settings,
    List<String> subWorkflows,
    AssetFingerprint fingerprint,
    Optional<String> agentId,
    CertificationView certification,
    Instant firstSeenAt,
    Instant lastSeenAt,
    List<String> tags,
    long version) {

  /** A connector and its classification by the tenant. */
  record ConnectorView(
      String name,
      List<String> operations,
      List<String> scopes,
      List<String> credentials,
      Optional<ConnectorClass> classification) {}

  /** The certification status. */
  record CertificationView(String status) {}

  static AssetView of(DiscoveredAsset asset, ConnectorClasses classes, String certification) {
    AssetPosture posture = asset.posture();
    DiscoveredAsset.Review review = asset.review();
    return new AssetView(
        asset.id(),
        asset.kind(),
        posture.name(),
        asset.source(),
        asset.sources(),
        NonEmpty.of(asset.integrationId()),
        asset.externalId(),
        NonEmpty.of(posture.url()),
        NonEmpty.of(asset.owner()),
        posture.active(),
        review.state(),
        NonEmpty.of(review.reason()),
        NonEmpty.of(review.note()),
        NonEmpty.of(review.by()),
        review.at(),
        asset.presence(),
        asset.governance(),
        asset.confidence(),
        EvidenceList.explanation(asset.evidence()),
        asset.risk().score(),
        Discovery.risk(asset.risk()).level(),
        asset.risk().factors(),
        asset.evidence(),
        Json.readStored(asset.envelope()),
        posture.connectors().stream().map(connector -> connector(connector, classes)).toList(),
        posture.steps(),
        posture.triggers(),
        posture.usesAi(),
        posture.settings(),
        posture.subWorkflows(),
        asset.fingerprint(),
        NonEmpty.of(asset.agentId()),
        new CertificationView(certification),
        asset.firstSeenAt(),
        asset.lastSeenAt(),
        posture.tags(),
        asset.version());
  }

  private static ConnectorView connector(AssetConnector connector, ConnectorClasses classes) {
    return new ConnectorView(
        connector.name(),
        connector.operations(),
        connector.scopes(),
        connector.credentials(),
        classes.of(connector.name()));
  }
}
