-- Reports are numbered per tenant, so that a page of them is found by its numbers alone. Nothing but
-- the removal of the whole tenant takes one away.
CREATE TABLE mcp_report (
  org_id            TEXT   NOT NULL,
  report_id         TEXT   NOT NULL,
  seq               BIGINT NOT NULL,
  source            TEXT   NOT NULL,
  config_path       TEXT   NOT NULL,
  status            TEXT   NOT NULL CHECK (status IN ('complete', 'partial')),
  servers_scanned   BIGINT NOT NULL,
  findings_count    BIGINT NOT NULL,
  critical_count    BIGINT NOT NULL,
  high_count        BIGINT NOT NULL,
  medium_count      BIGINT NOT NULL,
  low_count         BIGINT NOT NULL,
  info_count        BIGINT NOT NULL,
  new_findings      BIGINT NOT NULL,
  fixed_findings    BIGINT NOT NULL,
  reopened_findings BIGINT NOT NULL,
  drift_findings    BIGINT NOT NULL,
  scanned_at        BIGINT NOT NULL,
  received_at       BIGINT NOT NULL,
  uploaded_by       TEXT   NOT NULL,
  duplicates        BIGINT NOT NULL,
  PRIMARY KEY (org_id, report_id)
);
CREATE UNIQUE INDEX mcp_report_by_seq ON mcp_report (org_id, seq);

-- The report as it was taken in, masked, and what was answered. Apart, so that lists stay small.
CREATE TABLE mcp_report_body (
  org_id       TEXT NOT NULL,
  report_id    TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  answer       TEXT NOT NULL,
  report       TEXT NOT NULL,
  PRIMARY KEY (org_id, report_id)
);

-- A server is known by the hash of its client, file and name: the names may be longer than an index
-- takes. assets is a JSON list, empty for a server that only findings told of.
CREATE TABLE mcp_server (
  org_id          TEXT    NOT NULL,
  server_id       TEXT    NOT NULL,
  server_key      TEXT    NOT NULL,
  file_key        TEXT    NOT NULL,
  name            TEXT    NOT NULL,
  source          TEXT    NOT NULL,
  config_path     TEXT    NOT NULL,
  assets          TEXT    NOT NULL,
  has_assets      BOOLEAN NOT NULL,
  search          TEXT    NOT NULL,
  review_state    TEXT    NOT NULL,
  review_reason   TEXT    NOT NULL,
  review_note     TEXT    NOT NULL,
  reviewed_by     TEXT    NOT NULL,
  reviewed_at     BIGINT,
  lifecycle_state TEXT    NOT NULL,
  in_baseline     BOOLEAN NOT NULL,
  drift           TEXT    NOT NULL,
  critical_open   BIGINT  NOT NULL,
  high_open       BIGINT  NOT NULL,
  medium_open     BIGINT  NOT NULL,
  low_open        BIGINT  NOT NULL,
  info_open       BIGINT  NOT NULL,
  last_report_id  TEXT    NOT NULL,
  first_seen_at   BIGINT  NOT NULL,
  last_seen_at    BIGINT  NOT NULL,
  version         BIGINT  NOT NULL,
  PRIMARY KEY (org_id, server_id)
);
CREATE UNIQUE INDEX mcp_server_by_key ON mcp_server (org_id, server_key);
CREATE INDEX mcp_server_by_file ON mcp_server (org_id, file_key);
CREATE INDEX mcp_server_by_source ON mcp_server (org_id, source, server_id);
CREATE INDEX mcp_server_by_review ON mcp_server (org_id, review_state, server_id);

-- A finding keeps its row and its id from the report that saw it first on. finding_key is the hash of its file
-- and its fingerprint; is_own tells that this service found it, comparing with the approved baseline.
CREATE TABLE mcp_finding (
  org_id        TEXT    NOT NULL,
  finding_key   TEXT    NOT NULL,
  finding_id    TEXT    NOT NULL,
  seq           BIGINT  NOT NULL,
  file_key      TEXT    NOT NULL,
  server_id     TEXT    NOT NULL,
  server        TEXT    NOT NULL,
  finding_type  TEXT    NOT NULL,
  severity      TEXT    NOT NULL,
  status        TEXT    NOT NULL CHECK (status IN ('new', 'open', 'fixed', 'suppressed')),
  is_own        BOOLEAN NOT NULL,
  search        TEXT    NOT NULL,
  finding       TEXT    NOT NULL,
  report_id     TEXT    NOT NULL,
  first_seen_at BIGINT  NOT NULL,
  last_seen_at  BIGINT  NOT NULL,
  fixed_at      BIGINT,
  PRIMARY KEY (org_id, finding_key)
);
CREATE UNIQUE INDEX mcp_finding_by_seq ON mcp_finding (org_id, seq);
CREATE INDEX mcp_finding_present ON mcp_finding (org_id, file_key, finding_key) WHERE status <> 'fixed';
CREATE INDEX mcp_finding_own ON mcp_finding (org_id, finding_key) WHERE is_own AND status <> 'fixed';
CREATE INDEX mcp_finding_by_server ON mcp_finding (org_id, server_id, seq);
CREATE INDEX mcp_finding_by_name ON mcp_finding (org_id, server, seq);
CREATE INDEX mcp_finding_by_status ON mcp_finding (org_id, status, seq);
CREATE INDEX mcp_finding_by_both ON mcp_finding (org_id, status, severity, seq);
CREATE INDEX mcp_finding_by_severity ON mcp_finding (org_id, severity, seq);
CREATE INDEX mcp_finding_by_type ON mcp_finding (org_id, finding_type, seq);

-- Versions of the approved baseline. A version is never changed.
CREATE TABLE mcp_baseline (
  org_id      TEXT   NOT NULL,
  version     BIGINT NOT NULL,
  baseline_id TEXT   NOT NULL,
  approved_by TEXT   NOT NULL,
  approved_at BIGINT NOT NULL,
  config_hash TEXT   NOT NULL,
  note        TEXT   NOT NULL,
  PRIMARY KEY (org_id, version)
);

CREATE TABLE mcp_baseline_asset (
  org_id     TEXT   NOT NULL,
  version    BIGINT NOT NULL,
  position   BIGINT NOT NULL,
  file_key   TEXT   NOT NULL,
  server_key TEXT   NOT NULL,
  asset      TEXT   NOT NULL,
  PRIMARY KEY (org_id, version, position)
);
CREATE INDEX mcp_baseline_asset_by_file ON mcp_baseline_asset (org_id, version, file_key);

-- How many there are of what, and the last numbers given: the total of a list without conditions is
-- read, not counted. The row named 'lock' is what uploads of one tenant wait for each other on.
CREATE TABLE mcp_count (
  org_id TEXT   NOT NULL,
  name   TEXT   NOT NULL,
  n      BIGINT NOT NULL,
  PRIMARY KEY (org_id, name)
);
