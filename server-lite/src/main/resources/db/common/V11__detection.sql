-- How a tenant wants the cascade; without a row, as all begin.
CREATE TABLE detection_config (
  org_id     TEXT   NOT NULL PRIMARY KEY,
  version    BIGINT NOT NULL,
  config     TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  updated_by TEXT   NOT NULL
);

-- Up to which decision the cascade has looked. Whoever moves it on has the right to what follows.
CREATE TABLE detection_cursor (
  org_id TEXT   NOT NULL PRIMARY KEY,
  seq    BIGINT NOT NULL,
  turn   BIGINT NOT NULL
);
-- What was decided before there was a cascade is nobody's news.
INSERT INTO detection_cursor (org_id, seq, turn)
  SELECT org_id, max(event_seq), 0 FROM decision GROUP BY org_id;

-- Observations that wait for the cascade and are in no decision.
CREATE TABLE detection_pending (
  org_id     TEXT   NOT NULL,
  pending_id TEXT   NOT NULL,
  observed   TEXT   NOT NULL,
  PRIMARY KEY (org_id, pending_id)
);

-- What is usual for an agent.
CREATE TABLE detection_agent (
  org_id     TEXT   NOT NULL,
  agent_id   TEXT   NOT NULL,
  baseline   TEXT   NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, agent_id)
);
CREATE INDEX detection_agent_by_time ON detection_agent (org_id, updated_at);

-- Figures of an hour: what is counted, and of which layer, verdict or threat.
CREATE TABLE detection_hour (
  org_id TEXT   NOT NULL,
  hour   BIGINT NOT NULL,
  figure TEXT   NOT NULL,
  name   TEXT   NOT NULL,
  n      BIGINT NOT NULL,
  PRIMARY KEY (org_id, hour, figure, name)
);

-- How good the alerts of a source are is told by those that people closed.
CREATE INDEX alert_closed ON alert (org_id, source, closed_at)
  WHERE triage_status IN ('resolved', 'false_positive');
