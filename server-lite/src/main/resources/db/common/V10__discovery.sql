-- What discovery knows of a tenant as a whole. Whoever changes an asset holds this row, so that two who see the same
-- thing at once make one asset of it. connectors is JSON: how the tenant classifies connectors.
CREATE TABLE discovery_tenant (
  org_id             TEXT   NOT NULL PRIMARY KEY,
  connectors         TEXT   NOT NULL,
  version            BIGINT NOT NULL,
  assessed_version   BIGINT NOT NULL,
  updated_at         BIGINT NOT NULL,
  updated_by         TEXT   NOT NULL,
  assets             BIGINT NOT NULL,
  ignored            BIGINT NOT NULL,
  unreviewed         BIGINT NOT NULL,
  shadow             BIGINT NOT NULL
);

-- A thing that was found. posture, fingerprint, evidence, envelope and risk_factors are JSON. place is the order of
-- lists: what is in the shadow first, what is gone last. confidence is in ten thousandths.
CREATE TABLE discovered_asset (
  org_id            TEXT    NOT NULL,
  asset_id          TEXT    NOT NULL,
  kind              TEXT    NOT NULL,
  source            TEXT    NOT NULL,
  sources           TEXT    NOT NULL,
  integration_id    TEXT    NOT NULL,
  external_id       TEXT    NOT NULL,
  posture           TEXT    NOT NULL,
  fingerprint       TEXT    NOT NULL,
  evidence          TEXT    NOT NULL,
  envelope          TEXT    NOT NULL,
  confidence        BIGINT  NOT NULL,
  risk_score        BIGINT  NOT NULL,
  risk_factors      TEXT    NOT NULL,
  review_state      TEXT    NOT NULL,
  review_reason     TEXT    NOT NULL,
  review_note       TEXT    NOT NULL,
  reviewed_by       TEXT    NOT NULL,
  reviewed_at       BIGINT,
  lifecycle_state   TEXT    NOT NULL,
  governance_status TEXT    NOT NULL,
  place             BIGINT  NOT NULL,
  agent_id          TEXT    NOT NULL,
  agent_registered  BOOLEAN NOT NULL,
  search            TEXT    NOT NULL,
  first_seen_at     BIGINT  NOT NULL,
  last_seen_at      BIGINT  NOT NULL,
  version           BIGINT  NOT NULL,
  PRIMARY KEY (org_id, asset_id)
);
CREATE INDEX discovered_asset_by_place ON discovered_asset (org_id, place, asset_id);
CREATE INDEX discovered_asset_by_review ON discovered_asset (org_id, review_state, place, asset_id);
CREATE INDEX discovered_asset_by_lifecycle
  ON discovered_asset (org_id, lifecycle_state, place, asset_id);
CREATE INDEX discovered_asset_by_governance
  ON discovered_asset (org_id, governance_status, place, asset_id);
CREATE INDEX discovered_asset_by_integration
  ON discovered_asset (org_id, integration_id, place, asset_id);
CREATE INDEX discovered_asset_by_agent ON discovered_asset (org_id, agent_id);
CREATE INDEX discovered_asset_by_idleness ON discovered_asset (org_id, last_seen_at)
  WHERE lifecycle_state NOT IN ('dormant', 'removed');

-- Where an asset was seen, and as what. scope is what is listed together: an integration, a file. url_key and
-- agent_key are what two sightings of one thing have in common; empty where there is nothing to compare.
CREATE TABLE discovered_sighting (
  org_id      TEXT    NOT NULL,
  source      TEXT    NOT NULL,
  scope       TEXT    NOT NULL,
  external_id TEXT    NOT NULL,
  asset_id    TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  integration TEXT    NOT NULL,
  posture     TEXT    NOT NULL,
  envelope    TEXT    NOT NULL,
  url_key     TEXT    NOT NULL,
  agent_key   TEXT    NOT NULL,
  misses      BIGINT  NOT NULL,
  gone        BOOLEAN NOT NULL,
  seen_at     BIGINT  NOT NULL,
  PRIMARY KEY (org_id, source, scope, external_id)
);
CREATE INDEX discovered_sighting_by_asset ON discovered_sighting (org_id, asset_id);
CREATE INDEX discovered_sighting_by_scope ON discovered_sighting (org_id, scope, source, external_id);
CREATE INDEX discovered_sighting_by_url ON discovered_sighting (org_id, url_key) WHERE url_key <> '';
CREATE INDEX discovered_sighting_by_agent ON discovered_sighting (org_id, agent_key)
  WHERE agent_key <> '';

-- How an asset was whenever its fingerprint changed.
CREATE TABLE discovered_snapshot (
  org_id          TEXT   NOT NULL,
  snapshot_id     TEXT   NOT NULL,
  asset_id        TEXT   NOT NULL,
  observed_at     BIGINT NOT NULL,
  posture         TEXT   NOT NULL,
  fingerprint     TEXT   NOT NULL,
  risk_score      BIGINT NOT NULL,
  critical        BIGINT NOT NULL,
  high            BIGINT NOT NULL,
  review_state    TEXT   NOT NULL,
  lifecycle_state TEXT   NOT NULL,
  event           TEXT   NOT NULL,
  PRIMARY KEY (org_id, snapshot_id)
);
CREATE INDEX discovered_snapshot_by_asset ON discovered_snapshot (org_id, asset_id, snapshot_id);

-- name_key is the name in one spelling. filters and columns are JSON.
CREATE TABLE saved_view (
  org_id     TEXT    NOT NULL,
  view_id    TEXT    NOT NULL,
  owner_id   TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  name_key   TEXT    NOT NULL,
  filters    TEXT    NOT NULL,
  columns    TEXT    NOT NULL,
  sort       TEXT    NOT NULL,
  shared     BOOLEAN NOT NULL,
  created_at BIGINT  NOT NULL,
  updated_at BIGINT  NOT NULL,
  version    BIGINT  NOT NULL,
  PRIMARY KEY (org_id, view_id)
);
CREATE UNIQUE INDEX saved_view_by_name ON saved_view (org_id, owner_id, name_key);
