-- What was asked for, and what became of it. filters, summary, sections and manifest are JSON, empty until there are
-- any; manifest is the very text that was signed. attempt goes up with every server that takes the report, so that
-- one that was thought dead writes nothing more.
CREATE TABLE report (
  org_id       TEXT   NOT NULL,
  report_id    TEXT   NOT NULL,
  type         TEXT   NOT NULL,
  framework    TEXT   NOT NULL,
  title        TEXT   NOT NULL,
  status       TEXT   NOT NULL CHECK (status IN ('queued', 'running', 'ready', 'failed')),
  from_at      BIGINT,
  to_at        BIGINT NOT NULL,
  filters      TEXT   NOT NULL,
  created_by   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  completed_at BIGINT,
  expires_at   BIGINT NOT NULL,
  lease_until  BIGINT NOT NULL,
  attempt      BIGINT NOT NULL,
  error        TEXT   NOT NULL,
  row_count    BIGINT NOT NULL,
  content_hash TEXT   NOT NULL,
  summary      TEXT   NOT NULL,
  sections     TEXT   NOT NULL,
  manifest     TEXT   NOT NULL,
  algorithm    TEXT   NOT NULL,
  signature    TEXT   NOT NULL,
  PRIMARY KEY (org_id, report_id)
);
CREATE INDEX report_by_status ON report (status, lease_until);
CREATE INDEX report_by_end ON report (org_id, expires_at);

-- The rows of a report: canonical JSON, a line each, packed with gzip.
CREATE TABLE report_chunk (
  org_id    TEXT   NOT NULL,
  report_id TEXT   NOT NULL,
  place     BIGINT NOT NULL,
  packed    ${blob} NOT NULL,
  PRIMARY KEY (org_id, report_id, place)
);

-- Whether a kill switch was tried lately is asked of a feed that is mostly about other things.
CREATE INDEX event_of_switch ON event (org_id, at)
  WHERE event_type IN ('rollout.frozen', 'enforcement.disabled');

-- What agents wrote while they ran; masked. weight orders severities. attributes is JSON.
CREATE TABLE runtime_log (
  org_id     TEXT   NOT NULL,
  session_id TEXT   NOT NULL,
  at         BIGINT NOT NULL,
  log_id     TEXT   NOT NULL,
  weight     BIGINT NOT NULL,
  severity   TEXT   NOT NULL,
  source     TEXT   NOT NULL,
  message    TEXT   NOT NULL,
  trace_id   TEXT   NOT NULL,
  span_id    TEXT   NOT NULL,
  attributes TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id, at, log_id)
);
CREATE INDEX runtime_log_by_time ON runtime_log (org_id, at);

-- Where more is known of a session: traces that others keep.
CREATE TABLE trace_link (
  org_id      TEXT   NOT NULL,
  session_id  TEXT   NOT NULL,
  trace_id    TEXT   NOT NULL,
  span_id     TEXT   NOT NULL,
  name        TEXT   NOT NULL,
  system      TEXT   NOT NULL,
  started_at  BIGINT NOT NULL,
  duration_ms BIGINT,
  status      TEXT   NOT NULL,
  PRIMARY KEY (org_id, session_id, trace_id, span_id)
);
CREATE INDEX trace_link_by_time ON trace_link (org_id, started_at);
