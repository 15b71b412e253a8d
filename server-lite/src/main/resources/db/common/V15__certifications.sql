-- Everything that was decided about certifications, and all drift that was seen since: rows are added, never changed
-- (see V18 of each store). document is the canonical JSON that was signed; the columns before it are what rows are
-- found by. posture is what was certified, as JSON; empty in rows that certify nothing.
CREATE TABLE certification_event (
  org_id      TEXT   NOT NULL,
  seq         BIGINT NOT NULL,
  cert_id     TEXT   NOT NULL,
  event       TEXT   NOT NULL,
  workflow_id TEXT   NOT NULL,
  platform    TEXT   NOT NULL,
  asset_id    TEXT   NOT NULL,
  agent_id    TEXT   NOT NULL,
  at          BIGINT NOT NULL,
  document    TEXT   NOT NULL,
  posture     TEXT   NOT NULL,
  key_id      TEXT   NOT NULL,
  signature   TEXT   NOT NULL,
  PRIMARY KEY (org_id, seq)
);
CREATE INDEX certification_event_by_cert ON certification_event (org_id, cert_id, seq);
CREATE INDEX certification_event_by_workflow ON certification_event (org_id, workflow_id, seq);
CREATE INDEX certification_event_revoked ON certification_event (org_id, at) WHERE event = 'revoked';

-- How each workflow stands, which follows from the rows above. seq is that of the row that decided it. drift is JSON:
-- the differences from what was certified that are noted already. due_at is when somebody looks next whether it still
-- runs; gap_from is its last run before the last silence that was told of, and gap_alert the alert of one that goes on.
CREATE TABLE certified_workflow (
  org_id      TEXT    NOT NULL,
  asset_id    TEXT    NOT NULL,
  status      TEXT    NOT NULL,
  cert_id     TEXT    NOT NULL,
  seq         BIGINT  NOT NULL,
  workflow_id TEXT    NOT NULL,
  platform    TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  agent_id    TEXT    NOT NULL,
  decided_by  TEXT    NOT NULL,
  decided_at  BIGINT  NOT NULL,
  fingerprint TEXT    NOT NULL,
  risk_score  BIGINT  NOT NULL,
  drift       TEXT    NOT NULL,
  flagged     BOOLEAN NOT NULL,
  due_at      BIGINT,
  gap_from    BIGINT,
  gap_alert   TEXT    NOT NULL,
  PRIMARY KEY (org_id, asset_id)
);
CREATE UNIQUE INDEX certified_workflow_by_cert ON certified_workflow (org_id, cert_id);
CREATE INDEX certified_workflow_by_agent ON certified_workflow (org_id, agent_id);
CREATE INDEX certified_workflow_due ON certified_workflow (due_at) WHERE due_at IS NOT NULL;

-- The number that the next row of a tenant gets, and how many workflows are certified.
CREATE TABLE certification_tenant (
  org_id    TEXT   NOT NULL PRIMARY KEY,
  next_seq  BIGINT NOT NULL,
  certified BIGINT NOT NULL
);

-- What somebody calls something, whoever saw it.
CREATE INDEX discovered_sighting_by_name ON discovered_sighting (org_id, external_id, source);
