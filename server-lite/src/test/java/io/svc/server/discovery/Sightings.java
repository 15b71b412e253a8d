package io.svc.server.discovery;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What tests see: an invoice workflow of n8n, unless they say otherwise. */
final class Sightings {
  static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  static final SightingConnector GMAIL =
      new SightingConnector(
          "gmail", List.of("send"), List.of("gmail.send"), Optional.of("Gmail of finance"));
  static final SightingConnector SLACK =
      new SightingConnector("slack", List.of("post"), List.of("chat:write"), Optional.empty());

  AssetKind kind = AssetKind.WORKFLOW;
  AssetSource source = AssetSource.N8N;
  Optional<String> integration = Optional.of("itg_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  String externalId = "wf_1";
  String name = "Invoice intake";
  Optional<String> url = Optional.empty();
  Optional<String> owner = Optional.of("owner@example.com");
  List<SightingConnector> connectors = List.of(GMAIL);
  int steps = 3;
  Map<String, String> settings = Map.of();
  List<String> subWorkflows = List.of();
  List<AssetEvidence> evidence =
      List.of(
          new AssetEvidence("n8n_api", "platform_api", "GET /workflows", "An AI step", 0.9, AT));
  List<String> tags = List.of("finance");
  boolean usesAi;

  static Sightings workflow() {
    return new Sightings();
  }

  static Sightings workflow(String externalId) {
    Sightings sightings = new Sightings();
    sightings.externalId = externalId;
    sightings.name = "Workflow " + externalId;
    return sightings;
  }

  Sightings of(AssetKind kind, AssetSource source) {
    this.kind = kind;
    this.source = source;
    return this;
  }

  Sightings through(String integrationId) {
    this.integration = Optional.of(integrationId).filter(id -> !id.isEmpty());
    return this;
  }

  Sightings at(String address) {
    this.url = Optional.of(address);
    return this;
  }

  Sightings named(String other) {
    this.name = other;
    return this;
  }

  Sightings with(SightingConnector... ways) {
    this.connectors = List.of(ways);
    return this;
  }

  Sightings inSteps(int number) {
    this.steps = number;
    return this;
  }

  Sightings set(Map<String, String> values) {
    this.settings = values;
    return this;
  }

  Sightings believedIn(AssetEvidence... pieces) {
    this.evidence = List.of(pieces);
    return this;
  }

  Sighting seen() {
    return new Sighting(
        kind,
        source,
        integration,
        externalId,
        name,
        url,
        owner,
        true,
        connectors,
        steps,
        List.of("schedule"),
        usesAi,
        settings,
        subWorkflows,
        evidence,
        new ScanPermissions(
            "saas_read_only",
            List.of("n8n:workflows"),
            List.of("workflow:read"),
            "redacted_in_place",
            AT),
        tags);
  }

  AssetPosture posture() {
    return AssetPosture.of(seen());
  }
}
