-- Something that people should know of. What is alike (the fingerprint says what) is one alert,
-- whose occurrences are counted. Lists and what the finder had to say are JSON.
CREATE TABLE alert (
  org_id        TEXT   NOT NULL,
  alert_id      TEXT   NOT NULL,
  fingerprint   TEXT   NOT NULL,
  title         TEXT   NOT NULL,
  description   TEXT   NOT NULL,
  severity      TEXT   NOT NULL,
  threat_type   TEXT   NOT NULL,
  source        TEXT   NOT NULL,
  event_type    TEXT   NOT NULL,
  status        TEXT   NOT NULL,
  triage_status TEXT   NOT NULL,
  agent_id      TEXT   NOT NULL,
  agent_name    TEXT   NOT NULL,
  session_id    TEXT   NOT NULL,
  environment   TEXT   NOT NULL,
  rule          TEXT   NOT NULL,
  destination   TEXT   NOT NULL,
  incident_id   TEXT   NOT NULL,
  rule_ids      TEXT   NOT NULL,
  verdict       TEXT   NOT NULL,
  details       TEXT   NOT NULL,
  search        TEXT   NOT NULL,
  occurrences   BIGINT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at  BIGINT NOT NULL,
  created_at    BIGINT NOT NULL,
  closed_at     BIGINT,
  version       BIGINT NOT NULL,
  PRIMARY KEY (org_id, alert_id)
);
-- Makes two that are raised at once into one.
CREATE UNIQUE INDEX alert_by_fingerprint ON alert (org_id, fingerprint);
CREATE INDEX alert_by_severity ON alert (org_id, severity, alert_id);
CREATE INDEX alert_by_threat ON alert (org_id, threat_type, alert_id);
CREATE INDEX alert_by_status ON alert (org_id, status, alert_id);
CREATE INDEX alert_by_triage ON alert (org_id, triage_status, alert_id);
CREATE INDEX alert_by_agent ON alert (org_id, agent_id, alert_id);
CREATE INDEX alert_by_time ON alert (org_id, created_at);
-- What nobody has dealt with is counted for every page.
CREATE INDEX alert_open ON alert (org_id, agent_id, severity, status)
  WHERE triage_status IN ('open', 'acknowledged');

-- What became of an alert, oldest first.
CREATE TABLE alert_entry (
  org_id   TEXT   NOT NULL,
  alert_id TEXT   NOT NULL,
  entry_id TEXT   NOT NULL,
  at       BIGINT NOT NULL,
  type     TEXT   NOT NULL,
  actor    TEXT   NOT NULL,
  detail   TEXT   NOT NULL,
  PRIMARY KEY (org_id, alert_id, entry_id)
);

-- Whom to tell of which alerts, and how often.
CREATE TABLE alert_rule (
  org_id                TEXT    NOT NULL,
  rule_id               TEXT    NOT NULL,
  name                  TEXT    NOT NULL,
  description           TEXT    NOT NULL,
  enabled               BOOLEAN NOT NULL,
  conditions            TEXT    NOT NULL,
  actions               TEXT    NOT NULL,
  group_by              TEXT    NOT NULL,
  dedupe_window_seconds BIGINT  NOT NULL,
  repeat_after_seconds  BIGINT  NOT NULL,
  mute                  TEXT    NOT NULL,
  last_matched_at       BIGINT,
  created_by            TEXT    NOT NULL,
  created_at            BIGINT  NOT NULL,
  updated_at            BIGINT  NOT NULL,
  version               BIGINT  NOT NULL,
  PRIMARY KEY (org_id, rule_id)
);

-- The tenants that got the rule that each begins with; who deletes it does not get it again.
CREATE TABLE alert_rule_start (
  org_id TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (org_id)
);

-- What a rule did in an hour.
CREATE TABLE alert_rule_hour (
  org_id     TEXT   NOT NULL,
  rule_id    TEXT   NOT NULL,
  hour       BIGINT NOT NULL,
  matched    BIGINT NOT NULL,
  suppressed BIGINT NOT NULL,
  PRIMARY KEY (org_id, rule_id, hour)
);

-- When a rule last told of a group of alerts, and how bad the worst of them was.
CREATE TABLE alert_window (
  org_id      TEXT   NOT NULL,
  rule_id     TEXT   NOT NULL,
  group_key   TEXT   NOT NULL,
  severity    TEXT   NOT NULL,
  notified_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, rule_id, group_key)
);

-- One channel that is told of an alert. A message keeps its name over all its tries; who takes one
-- to send it moves next_at ahead, so that nobody else takes it before that.
CREATE TABLE alert_delivery (
  org_id         TEXT   NOT NULL,
  delivery_id    TEXT   NOT NULL,
  alert_id       TEXT   NOT NULL,
  integration_id TEXT   NOT NULL,
  type           TEXT   NOT NULL,
  name           TEXT   NOT NULL,
  message_id     TEXT   NOT NULL,
  kind           TEXT   NOT NULL,
  template       TEXT   NOT NULL,
  status         TEXT   NOT NULL,
  tries          BIGINT NOT NULL,
  attempts       BIGINT NOT NULL,
  next_at        BIGINT NOT NULL,
  created_at     BIGINT NOT NULL,
  updated_at     BIGINT NOT NULL,
  PRIMARY KEY (org_id, delivery_id)
);
CREATE UNIQUE INDEX alert_delivery_by_channel
  ON alert_delivery (org_id, alert_id, integration_id);
CREATE INDEX alert_delivery_due ON alert_delivery (next_at)
  WHERE status IN ('pending', 'retrying', 'delivering');

-- What came of each try; status_code is 0 where nothing was answered.
CREATE TABLE alert_attempt (
  org_id      TEXT   NOT NULL,
  delivery_id TEXT   NOT NULL,
  attempt     BIGINT NOT NULL,
  at          BIGINT NOT NULL,
  status_code BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  error       TEXT   NOT NULL,
  PRIMARY KEY (org_id, delivery_id, attempt)
);
