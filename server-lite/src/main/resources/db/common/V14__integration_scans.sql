-- next_scan_at is when the platform is looked through next; NULL where it is not by itself. last_scan is JSON of the
-- last scan that came to an end, empty before the first.
ALTER TABLE integration ADD COLUMN poll_interval_seconds BIGINT NOT NULL DEFAULT 900;
ALTER TABLE integration ADD COLUMN next_scan_at BIGINT;
ALTER TABLE integration ADD COLUMN last_scan_at BIGINT;
ALTER TABLE integration ADD COLUMN last_scan TEXT NOT NULL DEFAULT '';

UPDATE integration SET next_scan_at = 0 WHERE type IN ('n8n', 'zapier', 'make', 'power_automate');

CREATE INDEX integration_next_scan ON integration (next_scan_at) WHERE next_scan_at IS NOT NULL;

-- Whoever scans, renews lease_until; a running scan whose lease is over was cut off. error is empty for none.
CREATE TABLE integration_scan (
  org_id          TEXT    NOT NULL,
  scan_id         TEXT    NOT NULL,
  integration_id  TEXT    NOT NULL,
  cause           TEXT    NOT NULL CHECK (cause IN ('poll', 'person', 'import')),
  status          TEXT    NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
  started_at      BIGINT  NOT NULL,
  lease_until     BIGINT  NOT NULL,
  completed_at    BIGINT,
  assets_found    BIGINT  NOT NULL,
  new_assets      BIGINT  NOT NULL,
  changed_assets  BIGINT  NOT NULL,
  removed_assets  BIGINT  NOT NULL,
  drift_findings  BIGINT  NOT NULL,
  unreadable      BIGINT  NOT NULL,
  error           TEXT    NOT NULL,
  PRIMARY KEY (org_id, scan_id),
  FOREIGN KEY (org_id, integration_id) REFERENCES integration (org_id, integration_id) ON DELETE CASCADE
);

-- One scan of an integration at a time, however many servers there are.
CREATE UNIQUE INDEX integration_scan_running ON integration_scan (org_id, integration_id) WHERE status = 'running';
CREATE INDEX integration_scan_of ON integration_scan (org_id, integration_id);
CREATE INDEX integration_scan_completed ON integration_scan (completed_at);
